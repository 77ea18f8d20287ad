import { Migration } from '@mikro-orm/migrations';

const statements = [
  // Gateways ask every second for the sessions that ended a moment ago.
  'create index sessions_ended_at on sessions (ended_at) where ended_at is not null',
  'alter table sessions drop constraint sessions_end_reason_check',
  `alter table sessions add constraint sessions_end_reason_check
     check (end_reason in ('logged-out', 'token-reused', 'password-reset', 'account-deleted', 'role-revoked'))`,
];

export class EndedSessions extends Migration {
  override async up(): Promise<void> {
    for (const statement of statements) this.addSql(statement);
  }
}
