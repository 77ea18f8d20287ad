import { Migration } from '@mikro-orm/migrations';

/** What an end would give back is less than the places times the price where a first assessment was started over for less. */
export class UnusedTokens extends Migration {
  override up(): void {
    this.addSql('alter table photo_score add column unused_tokens integer not null default 0');
    this.addSql('update photo_score set unused_tokens = (test_limit - test_times_rated) * 5 where running');
  }
}
