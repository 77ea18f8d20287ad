/** Runs one suite for `runSuites`; with a commit, only the tests that the change since then can affect. */

import { outliveSignals } from '../process-end.mjs';
import { say } from '../say.mjs';
import { inShort } from './failures.mjs';
import { suiteTable } from './suite-table.mjs';

const [name, since] = process.argv.slice(2);
// Code that started processes here forwards the signal to them, and the suite then cleans up.
const isInterrupted = outliveSignals();

const result = await suiteTable[name].run({ since, isInterrupted }).catch((error) => {
  say(`  ${error.stack ?? error.message}`);
  return { passed: 0, failed: 1, failures: [inShort(error.message)] };
});
// The receiver disconnects when it has read the processor time of this process tree. If it is gone, no result is sent.
if (!process.connected) process.exit(1);
process.once('disconnect', () => process.exit());
process.send(result);
