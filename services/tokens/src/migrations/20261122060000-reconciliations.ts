import { Migration } from '@mikro-orm/migrations';
import { reconciliationTables } from '../reconciliation/schema.js';

export class Reconciliations extends Migration {
  override up(): void {
    for (const statement of reconciliationTables) this.addSql(statement);
  }
}
