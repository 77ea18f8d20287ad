import { Migration } from '@mikro-orm/migrations';
import { verifiedChainTables } from '../chain/schema.js';
import { verifiedBalancesTables } from '../ledger/schema.js';

export class VerifiedLedger extends Migration {
  override up(): void {
    for (const statement of [...verifiedChainTables, ...verifiedBalancesTables]) this.addSql(statement);
  }
}
