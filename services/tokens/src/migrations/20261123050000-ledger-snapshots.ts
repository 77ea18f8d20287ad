import { Migration } from '@mikro-orm/migrations';
import { snapshotTables } from '../snapshots/schema.js';

export class LedgerSnapshots extends Migration {
  override up(): void {
    for (const statement of snapshotTables) this.addSql(statement);
  }
}
