import path from 'node:path';
import { root } from './paths.mjs';

const nameOf = (file) => path.relative(root, file);

/** A reporter with one line per spec file, and the whole message of what fails. */
export default class JestProgress {
  onTestResult(_test, result) {
    const { numPassingTests, numFailingTests, perfStats, testFilePath } = result;
    const failed = numFailingTests > 0 || result.testExecError !== undefined;
    const duration = `${((perfStats.end - perfStats.start) / 1000).toFixed(1)} s`;
    console.log(
      `  ${failed ? 'FAIL' : 'ok  '} ${nameOf(testFilePath)}  ${numPassingTests + numFailingTests} tests, ${duration}`,
    );
    if (failed && result.failureMessage) console.log(result.failureMessage);
    if (failed) for (const { type, message } of result.console ?? []) console.log(`    console.${type}: ${message}`);
  }
}
