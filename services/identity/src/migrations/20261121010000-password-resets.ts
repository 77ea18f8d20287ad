import { Migration } from '@mikro-orm/migrations';

const statements = [
  // By address, whether it has an account or not: asking leaves the same row behind.
  `create table password_resets (
    email text primary key,
    request_id uuid not null constraint password_resets_request_id unique,
    token_hashes text[] not null default '{}',
    expires_at timestamptz not null,
    used_at timestamptz,
    requested_at timestamptz[] not null
  )`,
  'create index password_resets_token_hashes on password_resets using gin (token_hashes)',
  'create index password_resets_expires_at on password_resets (expires_at)',
  'alter table sessions drop constraint sessions_end_reason_check',
  `alter table sessions add constraint sessions_end_reason_check
     check (end_reason in ('logged-out', 'token-reused', 'password-reset'))`,
];

export class PasswordResets extends Migration {
  override async up(): Promise<void> {
    for (const statement of statements) this.addSql(statement);
  }
}
