import { Migration } from '@mikro-orm/migrations';

export class NamedCountries extends Migration {
  override up(): void {
    this.addSql(`alter table participant add column named_countries text[] not null default '{}'`);
    this.addSql('update participant set named_countries = array[country] where country is not null');
  }
}
