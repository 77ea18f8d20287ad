import { Migration } from '@mikro-orm/migrations';
import { paymentFactTables } from '../purchases/schema.js';

export class PaymentFacts extends Migration {
  override up(): void {
    for (const statement of paymentFactTables) this.addSql(statement);
  }
}
