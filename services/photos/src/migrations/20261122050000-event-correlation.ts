import { correlationIndexSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class EventCorrelation extends Migration {
  override up(): void {
    this.addSql(correlationIndexSql);
  }
}
