import { Migration } from '@mikro-orm/migrations';

/** The defaults mean "unknown": rows from before, and from processes of an older version, need the look-ups. */
export class FeedFilters extends Migration {
  override up(): void {
    this.addSql(`alter table open_assessment
      add column assessor_filter bigint not null default -1,
      add column has_location_preference boolean not null default true`);
  }
}
