import { Migration } from '@mikro-orm/migrations';
import { correctionTables } from '../records/corrections-schema.js';

export class Corrections extends Migration {
  override up(): void {
    for (const statement of correctionTables) this.addSql(statement);
  }
}
