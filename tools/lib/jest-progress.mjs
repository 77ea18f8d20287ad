import path from 'node:path';
import { root } from './paths.mjs';

const nameOf = (file) => path.relative(root, file);

/** Of a test in Jest's results and in its report. */
export const passedAtSecondTry = ({ status, invocations }) => status === 'passed' && invocations > 1;

const failedTwice = ({ status, retryReasons }) => status === 'failed' && retryReasons?.length > 0;

/** A reporter with one line per spec file, and the whole message of what fails, at the first try too. */
export default class JestProgress {
  onTestResult(_test, result) {
    const { numPassingTests, numFailingTests, perfStats, testFilePath } = result;
    const failed = numFailingTests > 0 || result.testExecError !== undefined;
    const duration = `${((perfStats.end - perfStats.start) / 1000).toFixed(1)} s`;
    console.log(
      `  ${failed ? 'FAIL' : 'ok  '} ${nameOf(testFilePath)}  ${numPassingTests + numFailingTests} tests, ${duration}`,
    );
    for (const { fullName, retryReasons } of result.testResults.filter(passedAtSecondTry)) {
      console.log(`  passed at the second try: ${fullName}\n${retryReasons.join('\n')}`);
    }
    if (failed && result.failureMessage) console.log(result.failureMessage);
    for (const { fullName, retryReasons } of result.testResults.filter(failedTwice)) {
      console.log(`  failed at the first try too: ${fullName}\n${retryReasons.join('\n')}`);
    }
    if (failed) for (const { type, message } of result.console ?? []) console.log(`    console.${type}: ${message}`);
  }
}
