import { Migration } from '@mikro-orm/migrations';

/** Sealed documents, null until the person chooses. From here on `looking_for` is a column and no more a table of its own. */
export class SealedChoices extends Migration {
  override up(): void {
    this.addSql('alter table accounts add column looking_for text, add column self_description text');
  }
}
