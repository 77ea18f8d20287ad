import { Migration } from '@mikro-orm/migrations';

/** For the export of what a person has left on profiles. */
export class GeneralRatingsByAssessor extends Migration {
  override up(): void {
    this.addSql('create index profile_rating_assessor on profile_rating (assessor_id, accepted_at)');
  }
}
