import { Migration } from '@mikro-orm/migrations';

/** What the bell counts, so that a deletion or a reset can take it out. */
export class UnseenRatings extends Migration {
  override up(): void {
    this.addSql(`alter table accounts add column unseen_ratings jsonb not null default '[]',
      add column deleted_photo_ids jsonb not null default '[]'`);
  }
}
