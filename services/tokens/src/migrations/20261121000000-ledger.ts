import { eventStoreSchemaSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';
import { ledgerSchemaSql } from '../ledger/schema.js';

export class Ledger extends Migration {
  override up(): void {
    for (const statement of [...eventStoreSchemaSql(), ...ledgerSchemaSql()]) this.addSql(statement);
  }
}
