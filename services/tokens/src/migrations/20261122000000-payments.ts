import { Migration } from '@mikro-orm/migrations';
import { paymentTables } from '../records/schema.js';

export class Payments extends Migration {
  override up(): void {
    for (const statement of paymentTables) this.addSql(statement);
  }
}
