import { keepRefusalsSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class RefusalsKept extends Migration {
  override up(): void {
    for (const statement of keepRefusalsSql('support_refusals')) this.addSql(statement);
  }
}
