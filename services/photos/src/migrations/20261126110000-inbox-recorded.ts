import { ConcurrentIndexMigration } from '@candid/platform/orm';

/** Rows of the inbox are removed in the order of their events' time. */
export class InboxRecorded extends ConcurrentIndexMigration {
  readonly index = 'inbox_recorded';
  readonly definition = 'inbox (recorded_at)';
}
