import path from 'node:path';
import { root } from '../paths.mjs';
import { nameAndOthers, sameFailures, withoutRunner } from './failures.mjs';

export default class JestProgress {
  onTestResult(_test, result) {
    const { numPassingTests, numFailingTests, perfStats, testFilePath } = result;
    const failed = numFailingTests > 0 || result.testExecError !== undefined;
    const duration = `${((perfStats.end - perfStats.start) / 1000).toFixed(1)} s`;
    const name = path.relative(root, testFilePath);
    console.log(`  ${failed ? 'FAIL' : 'ok  '} ${name}  ${numPassingTests + numFailingTests} tests, ${duration}`);
    if (failed) for (const line of messagesOf(result)) console.log(line);
    if (failed) for (const { type, message } of result.console ?? []) console.log(`    console.${type}: ${message}`);
  }
}

function messagesOf({ testExecError, failureMessage, testResults }) {
  if (testExecError !== undefined) return [failureMessage];
  const failures = testResults.flatMap(({ fullName, failureMessages }) =>
    failureMessages.map((message) => ({ name: fullName, message })),
  );
  return sameFailures(failures).map(
    ({ names, message }) => `  ● ${nameAndOthers(names)}\n\n${withoutRunner(message)}\n`,
  );
}
