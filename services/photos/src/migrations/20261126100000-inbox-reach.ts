import { inboxReachSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class InboxReach extends Migration {
  override up(): void {
    for (const statement of inboxReachSql) this.addSql(statement);
  }
}
