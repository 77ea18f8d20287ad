import { Migration } from '@mikro-orm/migrations';
import { chainTables } from '../chain/schema.js';

export class LedgerChain extends Migration {
  override up(): void {
    for (const statement of chainTables) this.addSql(statement);
  }
}
