import { Migration } from '@mikro-orm/migrations';

/** Stream version of the event that told the country: an older one that arrives late changes nothing. */
export class ChosenCountries extends Migration {
  override up(): void {
    this.addSql('alter table participant add column country_version integer not null default 0');
  }
}
