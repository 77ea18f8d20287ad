import { ConcurrentIndexMigration } from '@candid/platform/orm';

/** For the outlook, which counts the active assessors of an audience. */
export class DescribedParticipants extends ConcurrentIndexMigration {
  readonly index = 'participant_described';
  readonly definition = 'participant (gender, born_from) where is_approved';
}
