import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, FaultContext } from './faults/fault.js';
import type { Lag } from './lag-watch.js';
import type { Attempt, Traffic, Trouble } from './traffic.js';

/** Times of one injection of the fault and of its healing. */
export interface Cycle {
  injectedMs: number;
  healingMs: number;
  healedMs: number;
}

export interface Measures {
  requests: number;
  failures: number;
  /**
   * Share of answered requests (0–1) from the injection until 10 s after the healing: the lowest share among the load's
   * requests and each service's steady reads. The load alone sends too few requests to a frozen process.
   */
  availability: number;
  /** The service whose steady reads have this availability; undefined if the load's requests have it. */
  leastAvailable: string | undefined;
  slowestMs: number;
  /** Longest recovery among the fault's cycles. */
  recoveryMs: number;
  /** The last failure or lag of the longest recovery. */
  lastTrouble: string;
  /** Failures that the fault's bound does not allow. */
  excess: string[];
}

/** Time before the first injection, in which people sign up and start to work. */
const WARM_UP_MS = 6_000;
/** Time after each healing in which effects of the fault may still appear. */
const TRACES_MS = 10_000;
/** Lags longer than this are not caused by a busy machine alone. */
const LAG_MS = 3_000;

/** Injects and heals the fault repeatedly until the time is over, at least once. */
export async function runCycles(fault: Fault, context: FaultContext, durationMs: number): Promise<Cycle[]> {
  const deadline = performance.now() + durationMs;
  const cycles: Cycle[] = [];
  await delay(WARM_UP_MS);
  do {
    await fault.prepare?.(context);
    const injectedMs = Date.now();
    const state = await fault.inject(context);
    await delay(context.random.between(...fault.lastsMs));
    const healingMs = Date.now();
    await fault.heal(context, state);
    cycles.push({ injectedMs, healingMs, healedMs: Date.now() });
    await delay(TRACES_MS);
  } while (performance.now() < deadline);
  return cycles;
}

const isDuring = ({ injectedMs, healedMs }: Cycle, { startedMs, endedMs }: Attempt): boolean =>
  endedMs >= injectedMs && startedMs <= healedMs + TRACES_MS;

/** @param lags the lags in the same period as `reads` */
export function measure(
  fault: Fault,
  cycles: readonly Cycle[],
  traffic: Traffic,
  lags: readonly Lag[],
  reads: readonly Attempt[] = [],
): Measures {
  const during = [...traffic.attempts, ...reads].filter((attempt) => cycles.some((cycle) => isDuring(cycle, attempt)));
  const failed = during.filter(({ isFailure }) => isFailure);
  const shares = [...Map.groupBy(during, ({ of }) => of)].map(([of, attempts]) => ({
    of,
    share: shareAnswered(attempts),
  }));
  const least = shares.toSorted((one, other) => one.share - other.share)[0];
  const recoveries = cycles.map((cycle, index) => recoveryOf(fault, cycle, cycles[index + 1], traffic, lags));
  const longest = recoveries.toSorted((one, other) => other.ms - one.ms)[0];
  return {
    requests: during.length,
    failures: failed.length,
    availability: least?.share ?? 1,
    leastAvailable: least?.of,
    slowestMs: Math.max(0, ...during.map(({ startedMs, endedMs }) => endedMs - startedMs)),
    recoveryMs: longest?.ms ?? 0,
    lastTrouble: longest?.trouble ?? '',
    excess: excessOf(fault, cycles, traffic),
  };
}

const shareAnswered = (attempts: readonly Attempt[]): number =>
  attempts.filter(({ isFailure }) => !isFailure).length / attempts.length;

/** Finds the last failed request or large lag before the next cycle, and its time after the injection or healing. */
function recoveryOf(fault: Fault, cycle: Cycle, next: Cycle | undefined, traffic: Traffic, lags: readonly Lag[]) {
  const until = next?.injectedMs ?? Number.POSITIVE_INFINITY;
  const from = fault.isOfOneProcess ? cycle.injectedMs : cycle.healingMs;
  const failures = traffic.troubles.map(({ sentMs, outcome, what }) => ({
    atMs: sentMs,
    trouble: `${outcome} ${what}`,
  }));
  const late = lags.filter(({ lagMs }) => lagMs > LAG_MS);
  const behind = late.map(({ atMs, of, lagMs }) => ({ atMs, trouble: `${of} ${Math.round(lagMs / 1_000)} s behind` }));
  const all = [...failures, ...behind].filter(({ atMs }) => atMs >= from && atMs <= until);
  const last = all.toSorted((one, other) => other.atMs - one.atMs)[0];
  return { ms: last ? last.atMs - from : 0, trouble: last?.trouble ?? '' };
}

function excessOf({ bound }: Fault, cycles: readonly Cycle[], traffic: Traffic): string[] {
  const began = cycles[0]?.injectedMs ?? 0;
  const told = traffic.troubles.map((trouble) => toldAt(trouble, began));
  if (bound === 'none') return told;
  const outside = traffic.troubles.filter(
    ({ atMs }) => !cycles.some(({ injectedMs, healedMs }) => atMs >= injectedMs && atMs <= healedMs + TRACES_MS),
  );
  if (bound === 'under way' && told.length > cycles.length * traffic.underWayMost)
    return [`${told.length} failures, ${cycles.length} times ${traffic.underWayMost} under way`, ...told];
  return outside.map((trouble) => `${toldAt(trouble, began)} when nothing was wrong`);
}

/** Describes a request with the seconds of its start and of its failure, counted from the first injection. */
const toldAt = ({ sentMs, atMs, outcome, what }: Trouble, began: number): string =>
  `${outcome} ${what} (${Math.round((sentMs - began) / 1_000)} to ${Math.round((atMs - began) / 1_000)} s)`;
