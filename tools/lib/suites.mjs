import { columns, say, seconds } from './say.mjs';

/**
 * Runs suites, whatever the ones before did: first those that are `alone`, one after the other; then the rest, two at a time, because each
 * of them waits for its servers a part of the time. `suites`: [{ name, alone, run(): Promise<{ passed, failed }> }].
 * An interrupted run ends after its suites have cleaned up, and counts as failed.
 * Ends the process: last line `N passed, N failed`, exit code 1 if any failed.
 */
export async function runSuites(suites) {
  const startedAt = performance.now();
  const rows = [];
  const total = { passed: 0, failed: 0 };
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      interrupted = true;
    });
  }
  const runSuite = async ({ name, run }) => {
    const suiteStartedAt = performance.now();
    say(`${name}:`);
    const { passed, failed } = await run().catch((error) => {
      say(`  ${error.stack ?? error.message}`);
      return { passed: 0, failed: 1 };
    });
    total.passed += passed;
    total.failed += failed;
    const row = [name, `${passed} ok`, failed > 0 ? `${failed} FAILED` : '', seconds(suiteStartedAt)];
    rows.push(row);
    say(`${row.filter(Boolean).join(', ')}\n`);
  };
  const runAll = async (waiting) => {
    for (let next = waiting.shift(); next && !interrupted; next = waiting.shift()) await runSuite(next);
  };
  await runAll(suites.filter(({ alone }) => alone));
  const others = suites.filter(({ alone }) => !alone);
  await Promise.all([runAll(others), runAll(others)]);
  if (interrupted) total.failed += 1;
  for (const line of columns([...rows, ['all', '', '', seconds(startedAt)]])) say(line);
  say(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 ? 1 : 0);
}
