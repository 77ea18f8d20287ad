import { eventStoreSchemaSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';
import { payableRewardsIndex } from '../bookings/payable-rewards.rows.js';
import { chainTables } from '../chain/schema.js';
import { correctionTables } from '../corrections/schema.js';
import { ledgerSchemaSql } from '../ledger/schema.js';
import { purchaseTables } from '../purchases/schema.js';
import { reconciliationTables } from '../reconciliation/schema.js';
import { snapshotTables } from '../snapshots/schema.js';

const statements = [
  ...[...eventStoreSchemaSql(), ...ledgerSchemaSql(), ...chainTables, ...snapshotTables, ...reconciliationTables],
  ...[...purchaseTables, ...correctionTables, payableRewardsIndex],
];

export class Tokens extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
