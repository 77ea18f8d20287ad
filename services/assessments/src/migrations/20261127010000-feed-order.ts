import { ConcurrentIndexMigration } from '@candid/platform/orm';

/** Holds all that a page of the feed reads. Versions before read `open_assessment_feed`. */
export class FeedOrder extends ConcurrentIndexMigration {
  readonly index = 'open_assessment_order';
  readonly definition = `open_assessment (served_share, waiting_since, photo_assessment_id, assessment_id)
    include (owner_id, photo_id, test_limit, accepted, reserved, assessor_filter, has_location_preference) where is_open`;
}
