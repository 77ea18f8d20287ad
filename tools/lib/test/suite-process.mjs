/** Runs one suite for `runSuites`. With a commit, only what can notice the change since that one. */

import { outliveSignals } from '../process-end.mjs';
import { say } from '../say.mjs';
import { inShort } from './failures.mjs';
import { suiteTable } from './suite-table.mjs';

const [name, since] = process.argv.slice(2);
// The code that started other processes here sends them the signal, too, and the suite then cleans up.
const isInterrupted = outliveSignals();

const result = await suiteTable[name].run({ since, isInterrupted }).catch((error) => {
  say(`  ${error.stack ?? error.message}`);
  return { passed: 0, failed: 1, failures: [inShort(error.message)] };
});
// The receiver disconnects when it has read how much processor time this process and its children took. One that is gone is sent nothing.
if (!process.connected) process.exit(1);
process.once('disconnect', () => process.exit());
process.send(result);
