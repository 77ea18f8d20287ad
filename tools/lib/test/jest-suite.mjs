import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readJson } from '../json-file.mjs';
import { fromRoot, nodeBinary } from '../paths.mjs';
import { runCommand } from '../run.mjs';
import { say } from '../say.mjs';
import { inShort, nameAndOthers, sameFailures } from './failures.mjs';

/** Specs of the browser's canvas and of the main job; with `TEST_ALL=1`, all specs that Firefox's driver can run. */
const inFirefox = process.env.TEST_ALL
  ? '!(keyboard|moderation|pictures-of-bucket|reports|touch)'
  : '@(crops|main-job|saved-pictures)';

/** `cores`, `systems` and `onlyInAll` are explained in suite-table.mjs. */
export const jestSuites = {
  int: {
    ...{ match: '**/*.int.spec.ts', workers: 4, needsServers: true },
    ...{ cores: 1, systems: 0 },
  },
  browser: {
    ...{ match: '**/e2e/src/browser/*.e2e.spec.ts', workers: 3, needsBrowser: true, needsSystem: true },
    ...{ cores: 1, systems: 1 },
  },
  firefox: {
    ...{ match: `**/e2e/src/browser/${inFirefox}.e2e.spec.ts`, workers: 3, needsFirefox: true, needsSystem: true },
    ...{ cores: 1.8, systems: 1, onlyInAll: true, env: { BROWSER: 'firefox' } },
  },
  // These specs start their own systems; in `browser`, the unused shared system would take a quarter of a processor.
  screens: {
    ...{ match: '**/e2e/src/screens/*.e2e.spec.ts', workers: 1, needsBrowser: true },
    ...{ cores: 1, systems: 1 },
  },
  http: {
    ...{ match: '**/e2e/src/http/*.e2e.spec.ts', workers: 3, needsSystem: true },
    ...{ cores: 1, systems: 1 },
  },
  replicas: {
    ...{ match: '**/e2e/src/replicas/*.e2e.spec.ts', workers: 1, onlyInAll: true },
    ...{ cores: 1.2, systems: 1 },
  },
  contract: {
    ...{ match: '**/e2e/src/contract/**/*.e2e.spec.ts', workers: 1 },
    ...{ cores: 0.9, systems: 1 },
  },
  fuzz: {
    ...{ match: '**/e2e/src/fuzz/*.e2e.spec.ts', workers: 1, onlyInAll: true },
    ...{ cores: 1, systems: 1 },
  },
  unit: { match: '**/*.unit.spec.{ts,tsx}', workers: 2, cores: 1.1, systems: 0 },
  lighthouse: {
    ...{ match: '**/e2e/src/lighthouse/*.e2e.spec.ts', workers: 1, needsBrowser: true, onlyInAll: true },
    ...{ cores: 1, systems: 1 },
  },
  audit: {
    ...{ match: '**/*.audit.spec.ts', workers: 1, needsServers: true },
    ...{ cores: 0.4, systems: 0 },
  },
};

/** Skipped tests and spec files that cannot be loaded count as failed, and so does a suite without any test. */
function count(report, mayBeEmpty) {
  if (!report) return { passed: 0, failed: 1, reason: 'Jest ended without a report' };
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + skipped;
  if (report.numPassedTests + failed === 0 && !mayBeEmpty) return { passed: 0, failed: 1, reason: 'no test was found' };
  return {
    passed: report.numPassedTests,
    failed,
    failures: failuresOf(report),
    reason: skipped > 0 ? `${skipped} skipped, which counts as failed` : undefined,
  };
}

function failuresOf({ testResults }) {
  const failures = testResults.flatMap(({ assertionResults, message, status }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name: 'a spec file that could not be run', message }];
    return failed.map(({ fullName, failureMessages }) => ({ name: fullName, message: failureMessages[0] ?? '' }));
  });
  const inFewWords = failures.map(({ name, message }) => ({ name, message: inShort(message) }));
  return sameFailures(inFewWords).map(({ names, message }) => `${nameAndOthers(names)}\n${message}`);
}

/** Suites for which Jest follows imports. For all others, the changed paths decide whether a suite runs. */
const followsImports = ['unit', 'int'];

/** If `since` is set, runs only specs that import a changed file. Does not throw if a test fails. */
export function runJestSuite(name, { since, ...how } = {}) {
  const { match, workers, env } = jestSuites[name];
  return runJest(
    { match, workers },
    { ...how, env: { ...how.env, ...env }, since: followsImports.includes(name) ? since : undefined },
  );
}

/** `within` wraps the command in another command. */
export async function runJest(
  { match, workers },
  { env = {}, since, watch = false, within = (...words) => words } = {},
) {
  const directory = mkdtempSync(path.join(tmpdir(), 'candid-report-'));
  const outputFile = path.join(directory, 'report.json');
  const args = [
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    fromRoot('node_modules', 'jest', 'bin', 'jest.js'),
  ];
  args.push('--config', 'jest.config.mjs', '--testMatch', ...[match].flat(), '--maxWorkers', String(workers));
  args.push('--reporters', fromRoot('tools', 'lib', 'test', 'jest-progress.mjs'), '--json', '--outputFile', outputFile);
  const isNarrowed = since !== undefined;
  if (isNarrowed) args.push('--changedSince', since, '--passWithNoTests');
  if (watch) args.push('--watch');
  const [program, ...words] = within(nodeBinary, ...args);
  const outcome = await runCommand(program, words, {
    env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings=ExperimentalWarning', ...env },
    stdio: [watch ? 'inherit' : 'ignore', 'inherit', 'inherit'],
  });
  const counted = watch ? { passed: 0, failed: 0 } : count(readJson(outputFile), isNarrowed);
  rmSync(directory, { recursive: true, force: true });
  if (counted.reason) say(`  ${counted.reason}`);
  // Jest may fail without a failed test, for instance if it cannot end.
  const unexplained = outcome.code !== 0 && counted.failed === 0 && !watch;
  if (unexplained) say(`  Jest ended with code ${outcome.code}`);
  const { passed, failed, failures = [] } = counted;
  return { passed, failed: failed + (unexplained ? 1 : 0), failures };
}
