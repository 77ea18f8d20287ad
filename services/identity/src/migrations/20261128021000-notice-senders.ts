import { ConcurrentIndexMigration } from '@candid/platform/orm';

/** For the deletion of an account. */
export class NoticeSenders extends ConcurrentIndexMigration {
  readonly index = 'notices_sender_id';
  readonly definition = 'notices (sender_id) where sender_id is not null';
}
