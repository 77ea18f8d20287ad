import { Migration } from '@mikro-orm/migrations';

/** What a person ever uploaded is asked of the events when the account goes; the read model may be behind. */
export class UploadsByOwner extends Migration {
  override up(): void {
    this.addSql(`create index events_uploads_by_owner on events ((data ->> 'userId')) where type = 'PhotoUploaded'`);
  }
}
