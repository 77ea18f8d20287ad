import { inShort } from './failures.mjs';
import { columns, say, seconds } from './say.mjs';

/**
 * Runs suites one after the other, whatever the ones before did. `suites`: [{ name, run(): Promise<{ passed, failed, failures?, reason? }> }];
 * one with a reason could not be run, and counts as nothing. What failed, and why, is said again at the end.
 * An interrupted run ends after its suite has cleaned up, and counts as failed. Ends the process: last line `N passed, N failed`, exit code 1 if any failed.
 */
export async function runSuites(suites) {
  const startedAt = performance.now();
  const rows = [];
  const failed = [];
  const total = { passed: 0, failed: 0 };
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      interrupted = true;
    });
  }
  for (const { name, run } of suites) {
    if (interrupted) break;
    const suiteStartedAt = performance.now();
    say(`${name}:`);
    const result = await run().catch((error) => {
      say(`  ${error.stack ?? error.message}`);
      return { passed: 0, failed: 1, failures: [inShort(error.message)] };
    });
    total.passed += result.passed;
    total.failed += result.failed;
    failed.push(...(result.failures ?? []).map((failure) => `${name}: ${failure}`));
    const said = result.reason ? 'not run' : `${result.passed} ok`;
    if (result.reason) say(`  not run: ${result.reason}`);
    rows.push([name, said, result.failed > 0 ? `${result.failed} FAILED` : '', seconds(suiteStartedAt)]);
    say(`${rows.at(-1).filter(Boolean).join(', ')}\n`);
  }
  if (interrupted) total.failed += 1;
  for (const failure of failed) say(`${failure}\n`);
  for (const line of columns([...rows, ['all', '', '', seconds(startedAt)]])) say(line);
  say(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 ? 1 : 0);
}
