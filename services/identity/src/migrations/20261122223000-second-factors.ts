import { Migration } from '@mikro-orm/migrations';

const statements = [
  // Of staff. Secrets are sealed with a key that the database does not hold; codes are hashed with another.
  `create table second_factors (
    user_id uuid primary key references credentials on delete cascade,
    -- The one in use; null until the first set-up is confirmed.
    secret text,
    -- Of a set-up that is not confirmed yet.
    pending_secret text,
    -- The latest 30 seconds of which a code has been used: no code of those or of earlier ones is valid any more.
    last_step bigint not null default 0,
    recovery_hashes text[] not null default '{}',
    -- Request and code of the latest use, hashed: the same request may be repeated.
    last_use text,
    last_used_at timestamptz
  )`,
  // When this session has proved a second factor.
  'alter table sessions add column second_factor_at timestamptz',
  'alter table sessions drop constraint sessions_end_reason_check',
  `alter table sessions add constraint sessions_end_reason_check check (end_reason in
     ('logged-out', 'token-reused', 'password-reset', 'account-deleted', 'role-revoked', 'second-factor-changed'))`,
  'alter table accounts add column second_factor_confirmed_at timestamptz',
  // They bound codes of second factors too.
  'alter table passkey_tries rename to secret_tries',
];

export class SecondFactors extends Migration {
  override async up(): Promise<void> {
    for (const statement of statements) this.addSql(statement);
  }
}
