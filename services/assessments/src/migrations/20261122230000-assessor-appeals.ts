import { Migration } from '@mikro-orm/migrations';

/** What a person wrote is no event: it goes with the account. */
export class AssessorAppeals extends Migration {
  override up(): void {
    this.addSql('create table assessor_appeal (assessor_id uuid primary key, text text not null)');
    this.addSql('alter table assessor_standing drop column appeal');
  }
}
