import { freezeAtOnceSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class FreezeAtOnce extends Migration {
  override up(): void {
    for (const table of ['events', 'postings', 'ledger_chain']) this.addSql(freezeAtOnceSql(table));
  }
}
