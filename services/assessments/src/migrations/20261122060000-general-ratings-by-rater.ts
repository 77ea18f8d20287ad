import { Migration } from '@mikro-orm/migrations';

/** For the export of what a person has left on profiles. */
export class GeneralRatingsByRater extends Migration {
  override up(): void {
    this.addSql('create index general_rating_rater on general_rating (rater_id, accepted_at)');
  }
}
