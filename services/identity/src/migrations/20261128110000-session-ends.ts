import { Migration } from '@mikro-orm/migrations';

const statements = [
  // The new list adds reasons and removes none, so that processes of the old version can still write theirs.
  'alter table sessions drop constraint sessions_end_reason_check',
  `alter table sessions add constraint sessions_end_reason_check check (end_reason in
    ('logged-out', 'token-reused', 'password-reset', 'password-changed', 'account-deleted', 'role-revoked',
     'second-factor-changed', 'account-suspended', 'ended-elsewhere'))`,
];

export class SessionEnds extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
