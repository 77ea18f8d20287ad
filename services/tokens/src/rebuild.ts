import { commandArguments, readMigrationConfig } from '@candid/platform';
import { progressReport } from '@candid/platform/persistence';
import { ledgerRowTables, rebuildLedger } from './processes/rebuild-ledger.js';

/** Name of the only projection: the rows from which balances, statements and the trial balance are read. */
const projection = 'ledger';

const [name] = commandArguments();
if (name === undefined) {
  process.stdout.write(`${projection}\n`);
} else if (name === '--tables') {
  for (const table of ledgerRowTables) process.stdout.write(`${table}\n`);
} else if (name !== projection) {
  process.stderr.write(`There is no projection ${name}; there is: ${projection}\n`);
  process.exitCode = 2;
} else {
  const report = progressReport();
  try {
    const { replacedRows } = await rebuildLedger(readMigrationConfig().DATABASE_MIGRATION_URL, report.advance);
    process.stdout.write(`${name} is rebuilt ${report.outcome()}; ${replacedRows} rows were not as the events say\n`);
  } catch (error) {
    process.stderr.write(`${name} is as it was: ${Error.isError(error) ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
