/** A released finger turns the page if it moved far enough or fast enough. */
export interface SwipeRule {
  readonly distancePx?: number;
  /** Share of the slide's width, 0 to 1. */
  readonly distanceShare?: number;
  readonly velocityPxPerMs?: number;
}

interface Swipe {
  /** A move to the left is negative. */
  readonly movedPx: number;
  /** Speed at the moment of release. */
  readonly velocityPxPerMs: number;
  readonly widthPx: number;
}

/** A shorter move is a tap with an unsteady finger, even if it is quick. */
const slopPx = 8;

export function turnsPage({ movedPx, velocityPxPerMs, widthPx }: Swipe, rule: SwipeRule): boolean {
  const distance = Math.abs(movedPx);
  if (distance < slopPx) return false;
  if (rule.distancePx !== undefined && distance >= rule.distancePx) return true;
  if (rule.distanceShare !== undefined && distance > widthPx * rule.distanceShare) return true;
  const onwardPxPerMs = velocityPxPerMs * Math.sign(movedPx);
  return rule.velocityPxPerMs !== undefined && onwardPxPerMs > rule.velocityPxPerMs;
}

interface Sample {
  readonly x: number;
  readonly at: number;
}

/** Long enough for a stable speed, short enough to cover only the end of the movement. */
const sampledMs = 100;

/** Computes the position and speed of a finger from its last few positions. */
export class FingerTrack {
  private samples: Sample[] = [];

  start(x: number, at: number): void {
    this.samples = [{ x, at }];
  }

  move(x: number, at: number): void {
    this.samples.push({ x, at });
    this.samples = this.samples.filter((sample, index) => index === 0 || at - sample.at <= sampledMs);
  }

  movedPx(): number {
    return (this.samples.at(-1)?.x ?? 0) - (this.samples[0]?.x ?? 0);
  }

  velocityPxPerMs(now: number): number {
    const recent = this.samples.filter(({ at }) => now - at <= sampledMs);
    const [first, last] = [recent[0], recent.at(-1)];
    return first && last && last.at > first.at ? (last.x - first.x) / (last.at - first.at) : 0;
  }
}
