import type { RebuildProgress } from '@candid/event-store';

const reportEveryMs = 2_000;

/** For a command that rebuilds: prints a line every two seconds at most; `outcome` says how many events took how long. */
export function progressReport(print = (line: string): unknown => process.stdout.write(`${line}\n`)) {
  const startedAt = performance.now();
  let events = 0;
  let reportedAt = startedAt;
  return {
    advance: (progress: RebuildProgress): void => {
      events = progress.events;
      if (performance.now() - reportedAt < reportEveryMs) return;
      reportedAt = performance.now();
      print(`${events} events, at position ${progress.position} of ${progress.lastPosition}`);
    },
    outcome: (): string => `from ${events} events in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  };
}
