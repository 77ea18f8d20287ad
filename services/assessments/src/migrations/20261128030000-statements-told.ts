import { Migration } from '@mikro-orm/migrations';

/** True if the person may learn of it: `isTold` decides. */
export class StatementsTold extends Migration {
  override up(): void {
    this.addSql('alter table moderation_statement add column is_told boolean not null default true');
  }
}
