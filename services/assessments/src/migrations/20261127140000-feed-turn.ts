import { ConcurrentIndexMigration } from '@candid/platform/orm';

/** Holds all that a page of the feed reads, and all that the version before reads. */
export class FeedTurn extends ConcurrentIndexMigration {
  readonly index = 'open_assessment_turn';
  readonly definition = `open_assessment (served_share, waiting_since, photo_assessment_id, assessment_id)
    include (owner_id, photo_id, test_limit, accepted, reserved, assessor_filter, has_location_preference, audience_until)
    where is_open`;

  override up(): void {
    super.up();
    this.addSql('drop index concurrently if exists open_assessment_feed');
    this.addSql('drop index concurrently if exists open_assessment_order');
  }
}
