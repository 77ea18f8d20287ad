import { Migration } from '@mikro-orm/migrations';
import { balancesMarkSql } from '../ledger/schema.js';
import { incrementalTables } from '../reconciliation/schema.js';

export class ClosedDays extends Migration {
  override up(): void {
    for (const statement of [balancesMarkSql, ...incrementalTables]) this.addSql(statement);
  }
}
