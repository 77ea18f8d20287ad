import { Migration } from '@mikro-orm/migrations';

/** What the bell counts of profile assessments, so that a deletion can take it out. */
export class UnseenGeneralRatings extends Migration {
  override up(): void {
    this.addSql(`alter table accounts add column unseen_general_ratings jsonb not null default '[]'`);
  }
}
