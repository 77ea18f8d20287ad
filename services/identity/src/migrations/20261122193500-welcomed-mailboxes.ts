import { Migration } from '@mikro-orm/migrations';
import { welcomedMailboxesTable } from '../sign-up/welcomed-mailboxes.rows.js';

export class WelcomedMailboxes extends Migration {
  override up(): void {
    this.addSql(welcomedMailboxesTable);
  }
}
