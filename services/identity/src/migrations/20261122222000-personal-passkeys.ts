import { Migration } from '@mikro-orm/migrations';
import { passkeyBatchesTable, personalPasskeysTable } from '../assessor-approval/personal-passkeys.rows.js';

export class PersonalPasskeys extends Migration {
  override up(): void {
    this.addSql(passkeyBatchesTable);
    this.addSql(personalPasskeysTable);
  }
}
