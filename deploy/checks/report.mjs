import { say, seconds } from '../../tools/lib/say.mjs';

/** Shorter durations are not printed. */
const longMs = 1_000;

/** Runs checks: { name, faults(): string[] | Promise<string[]> }. Prints 12 faults at most: many can have one cause. */
export async function runEach(checks, { shownMax = 12 } = {}) {
  let failed = 0;
  for (const { name, faults } of checks) {
    const startedAt = performance.now();
    const found = await Promise.resolve()
      .then(faults)
      .catch((error) => [error.stack ?? String(error)]);
    const took = performance.now() - startedAt >= longMs ? `, ${seconds(startedAt)}` : '';
    say(`  ${found.length === 0 ? 'ok  ' : 'FAIL'} ${name}${took}`);
    for (const fault of found.slice(0, shownMax)) say(`       ${fault}`);
    if (found.length > shownMax) say(`       and ${found.length - shownMax} more`);
    if (found.length > 0) failed += 1;
  }
  return { passed: checks.length - failed, failed };
}

export const sum = (counts) =>
  counts.reduce((all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }));
