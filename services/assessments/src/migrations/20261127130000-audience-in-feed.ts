import { Migration } from '@mikro-orm/migrations';

/** Nulls are also what rows from before have, and those of processes of an older version, until the next sweep. */
export class AudienceInFeed extends Migration {
  override up(): void {
    this.addSql(`alter table open_assessment
      add column audience_until timestamptz,
      add column seeks_gender text,
      add column seeks_age_from smallint,
      add column seeks_age_to smallint,
      add column owner_gender text`);
  }
}
