import { ConcurrentIndexMigration } from '@candid/platform/orm';

/** For the fit, which learns from their photos how audiences differ. */
export class ParticipantsWithAudience extends ConcurrentIndexMigration {
  readonly index = 'participant_audience';
  readonly definition = `participant (user_id)
    where num_nonnulls(seeks_gender, seeks_age_from, seeks_age_to) > 0`;
}
