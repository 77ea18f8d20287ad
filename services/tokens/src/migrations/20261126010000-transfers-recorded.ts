import { ConcurrentIndexMigration } from '@candid/platform/orm';

/** Transfers stand in the order of their time, as postings do. */
export class TransfersRecorded extends ConcurrentIndexMigration {
  readonly index = 'transfers_recorded';
  readonly definition = 'transfers using brin (recorded_at) with (pages_per_range = 16, autosummarize = on)';
}
