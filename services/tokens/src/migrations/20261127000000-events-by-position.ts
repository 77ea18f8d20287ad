import { eventOrderSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';
import { recordTransfersFunctionSql } from '../ledger/record-transfers.sql.js';
import { balancesPositionSql } from '../ledger/schema.js';
import { trailPositionSql } from '../reconciliation/schema.js';

export class EventsByPosition extends Migration {
  override up(): void {
    const statements = [recordTransfersFunctionSql, balancesPositionSql, trailPositionSql, ...eventOrderSql];
    for (const statement of statements) this.addSql(statement);
  }
}
