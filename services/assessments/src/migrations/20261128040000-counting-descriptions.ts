import { Migration } from '@mikro-orm/migrations';

/** The description that counts until the newest one does. Nothing reads `described_at` any more. */
export class CountingDescriptions extends Migration {
  override up(): void {
    this.addSql(`alter table participant
      add column counting_gender text,
      add column counting_interested_in text,
      add column counting_born_from smallint`);
  }
}
