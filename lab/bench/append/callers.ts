interface Load {
  callers: number;
  warmUpMs: number;
  durationMs: number;
}

/** Operations per second of `callers` loops that each wait for one operation before the next, after a warm-up. */
export async function operationsPerSecond(
  { callers, warmUpMs, durationMs }: Load,
  operation: (caller: number, turn: number) => Promise<unknown>,
): Promise<number> {
  const startsAtMs = performance.now() + warmUpMs;
  const endsAtMs = startsAtMs + durationMs;
  let counted = 0;
  const loop = async (caller: number) => {
    for (let turn = 0; ; turn++) {
      await operation(caller, turn);
      const nowMs = performance.now();
      if (nowMs >= endsAtMs) return;
      if (nowMs >= startsAtMs) counted++;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => loop(caller)));
  return (counted * 1000) / durationMs;
}

export function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
