import { Migration } from '@mikro-orm/migrations';

/** What a person wrote is no event: it goes with the account. */
export class RaterAppeals extends Migration {
  override up(): void {
    this.addSql('create table rater_appeal (rater_id uuid primary key, text text not null)');
    this.addSql('alter table rater_standing drop column appeal');
  }
}
