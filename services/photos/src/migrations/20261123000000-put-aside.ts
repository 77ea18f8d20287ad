import { putAsideIndexesSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class PutAside extends Migration {
  override up(): void {
    for (const statement of putAsideIndexesSql) this.addSql(statement);
  }
}
