import { Migration } from '@mikro-orm/migrations';

/** Events are counted when they arrive. `analytics_events` is not used any more. */
export class AnalyticsTotals extends Migration {
  override up(): void {
    this.addSql('create table analytics_totals (day date primary key, events integer not null)');
  }
}
