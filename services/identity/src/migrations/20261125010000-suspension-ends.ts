import { ConcurrentIndexMigration } from '@candid/platform/orm';

export class SuspensionEnds extends ConcurrentIndexMigration {
  readonly index = 'credentials_delete_at';
  readonly definition = 'credentials (delete_at) where delete_at is not null';
}
