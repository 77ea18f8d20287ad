import { Migration } from '@mikro-orm/migrations';

/** Versions before do not write them. Each version is a stream version, as `country_version` is. */
export class DescriptionsAndAudiences extends Migration {
  override up(): void {
    this.addSql(`alter table participant
      add column gender text,
      add column interested_in text,
      -- First year of a band of five.
      add column born_from smallint,
      add column description_version bigint not null default 0,
      -- Null: all.
      add column seeks_gender text,
      add column seeks_age_from smallint,
      add column seeks_age_to smallint,
      add column audience_version bigint not null default 0`);
  }
}
