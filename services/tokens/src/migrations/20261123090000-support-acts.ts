import { supportActsSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class SupportActs extends Migration {
  override up(): void {
    for (const statement of supportActsSql) this.addSql(statement);
  }
}
