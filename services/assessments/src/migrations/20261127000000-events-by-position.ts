import { eventOrderSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class EventsByPosition extends Migration {
  override up(): void {
    for (const statement of eventOrderSql) this.addSql(statement);
  }
}
