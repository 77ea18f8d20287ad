import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { passedAtSecondTry } from './jest-progress.mjs';
import { readJson } from './json-file.mjs';
import { fromRoot, nodeBinary } from './paths.mjs';
import { runCommand } from './run.mjs';
import { say } from './say.mjs';

/** Suites by what their spec files are called; `workers` bounds how many files run at once. */
export const jestSuites = {
  unit: { pattern: '\\.unit\\.spec\\.tsx?$', workers: 2, limitMs: 180_000 },
  int: { pattern: '\\.int\\.spec\\.ts$', workers: 2, limitMs: 600_000, needsServers: true },
  audit: { pattern: '\\.audit\\.spec\\.ts$', workers: 1, limitMs: 900_000, needsServers: true },
  http: { pattern: 'e2e/src/http/.*\\.e2e\\.spec\\.ts$', workers: 1, limitMs: 1_080_000 },
  contract: { pattern: 'e2e/src/contract/.*\\.e2e\\.spec\\.ts$', workers: 1, limitMs: 480_000 },
  browser: { pattern: 'e2e/src/browser/.*\\.e2e\\.spec\\.ts$', workers: 1, limitMs: 2_700_000, needsBrowser: true },
};

/** Skipped tests and spec files that could not even be loaded count as failed; so does a suite without any test. */
function count(report) {
  if (!report) return { passed: 0, failed: 1, again: 0, reason: 'Jest ended without a report' };
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + skipped;
  if (report.numPassedTests + failed === 0) return { passed: 0, failed: 1, again: 0, reason: 'no test was found' };
  return {
    passed: report.numPassedTests,
    failed,
    again: report.testResults.flatMap((file) => file.assertionResults).filter(passedAtSecondTry).length,
    reason: skipped > 0 ? `${skipped} skipped, which counts as failed` : undefined,
  };
}

/** Runs one of `jestSuites`. Resolves to { passed, failed, again }, `again` of those passed at a second try; never throws for what tests do. */
export async function runJestSuite(name, { env = {} } = {}) {
  const { pattern, workers, limitMs } = jestSuites[name];
  const directory = mkdtempSync(path.join(tmpdir(), 'candid-report-'));
  const outputFile = path.join(directory, 'report.json');
  const args = [
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    fromRoot('node_modules', 'jest', 'bin', 'jest.js'),
  ];
  args.push('--config', 'jest.config.mjs', '--testPathPatterns', pattern, '--maxWorkers', String(workers));
  args.push('--reporters', fromRoot('tools', 'lib', 'jest-progress.mjs'), '--json', '--outputFile', outputFile);
  const outcome = await runCommand(nodeBinary, args, {
    env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings=ExperimentalWarning', ...env },
    limitMs,
    // The report also goes to stdout; the reporter's lines do not need it there.
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const counted = count(readJson(outputFile));
  rmSync(directory, { recursive: true, force: true });
  if (counted.reason) say(`  ${counted.reason}`);
  if (outcome.timedOut) say(`  stopped after ${limitMs / 1000} s`);
  // Jest may fail on more than its tests, for instance when it cannot end.
  const unexplained = outcome.code !== 0 && counted.failed === 0;
  if (unexplained && !outcome.timedOut) say(`  Jest ended with code ${outcome.code}`);
  return { passed: counted.passed, failed: counted.failed + (unexplained ? 1 : 0), again: counted.again };
}
