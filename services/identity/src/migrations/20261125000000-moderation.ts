import { Migration } from '@mikro-orm/migrations';
import { reportOutcomesTables } from '../mail/report-outcomes.rows.js';
import { statedHoldsTable } from '../mail/stated-holds.rows.js';
import { noticeTables } from '../notices/notices.rows.js';

const suspensions = [
  `alter table accounts add column suspensions jsonb not null default '{}'`,
  // What of the decisions stands, written with their events: 'infinity' for a closed account.
  'alter table credentials add column suspended_until timestamptz',
  // When a closed account is deleted.
  'alter table credentials add column delete_at timestamptz',
  'create index credentials_delete_at on credentials (delete_at) where delete_at is not null',
  // One more reason than before; whoever checks against the old list writes none that is not in the new one.
  'alter table sessions drop constraint sessions_end_reason_check',
  `alter table sessions add constraint sessions_end_reason_check check (end_reason in
    ('logged-out', 'token-reused', 'password-reset', 'account-deleted', 'role-revoked', 'second-factor-changed',
     'account-suspended'))`,
];

const statements = [...suspensions, ...noticeTables, ...reportOutcomesTables, statedHoldsTable];

export class Moderation extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
