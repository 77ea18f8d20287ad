import { ConcurrentIndexMigration } from '@candid/platform/orm';

export class SnapshotsRecorded extends ConcurrentIndexMigration {
  readonly index = 'account_snapshots_recorded';
  readonly definition = 'account_snapshots using brin (recorded_at) with (pages_per_range = 16, autosummarize = on)';
}
