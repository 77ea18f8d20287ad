import { doneWorkIndexSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class DoneWork extends Migration {
  override up(): void {
    this.addSql(doneWorkIndexSql);
  }
}
