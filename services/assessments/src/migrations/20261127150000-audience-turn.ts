import { ConcurrentIndexMigration } from '@candid/platform/orm';

/**
 * The feed's order of the few rows that an audience gets first, with all that a page reads: the planner expects so few rows of an
 * audience that it would otherwise read and sort all. The sweep keeps them few.
 */
export class AudienceTurn extends ConcurrentIndexMigration {
  readonly index = 'open_assessment_audience';
  readonly definition = `open_assessment (served_share, waiting_since, photo_assessment_id, assessment_id)
    include (is_open, owner_id, photo_id, test_limit, accepted, reserved, assessor_filter, has_location_preference,
      audience_until, seeks_gender, seeks_age_from, seeks_age_to, owner_gender)
    where audience_until is not null`;
}
