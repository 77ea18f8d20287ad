/** Runs one suite for `runSuites`. If a commit is given, runs only tests that changes since that commit can affect. */

import { outliveSignals } from '../process-end.mjs';
import { say } from '../say.mjs';
import { inShort } from './failures.mjs';
import { suiteTable } from './suite-table.mjs';

const [name, since] = process.argv.slice(2);
// The code that starts child processes forwards signals to them, and the suite then cleans up.
const isInterrupted = outliveSignals();

const result = await suiteTable[name].run({ since, isInterrupted }).catch((error) => {
  say(`  ${error.stack ?? error.message}`);
  return { passed: 0, failed: 1, failures: [inShort(error.message)] };
});
// Exits when the receiver disconnects. The receiver first reads the result and this process tree's processor time.
if (!process.connected) process.exit(1);
process.once('disconnect', () => process.exit());
process.send(result);
