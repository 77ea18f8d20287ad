import { transportMarksSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class TransportMarks extends Migration {
  override up(): void {
    for (const statement of transportMarksSql) this.addSql(statement);
  }
}
