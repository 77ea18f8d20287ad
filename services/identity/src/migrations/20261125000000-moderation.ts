import { Migration } from '@mikro-orm/migrations';
import { reportOutcomesTables } from '../mail/report-outcomes.rows.js';
import { statedHoldsTable } from '../mail/stated-holds.rows.js';
import { noticeTables } from '../notices/notices.rows.js';

const suspensions = [
  `alter table accounts add column suspensions jsonb not null default '{}'`,
  // End of the suspension, written in the transaction of its events; 'infinity' for a closed account.
  'alter table credentials add column suspended_until timestamptz',
  // Time at which a closed account is deleted.
  'alter table credentials add column delete_at timestamptz',
  // The new list adds a reason and removes none, so that processes of the old version can still write theirs.
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
