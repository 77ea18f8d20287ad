import { Migration } from '@mikro-orm/migrations';

export class MailPreferences extends Migration {
  override up(): void {
    this.addSql(`alter table accounts add column unwanted_mails text[] not null default '{}'`);
  }
}
