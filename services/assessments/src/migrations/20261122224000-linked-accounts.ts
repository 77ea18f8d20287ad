import { Migration } from '@mikro-orm/migrations';
import { linkedAccountsTables } from '../linked-accounts/linked-accounts.rows.js';
import { recentSubmissionsTable } from '../linked-accounts/recent-submissions.rows.js';

export class LinkedAccounts extends Migration {
  override up(): void {
    for (const statement of [...recentSubmissionsTable, ...linkedAccountsTables]) this.addSql(statement);
  }
}
