import { Migration } from '@mikro-orm/migrations';

const statements = [
  'drop table password_resets',
  // One row per request, whether the address has an account or not. Requests of one address do not affect each other.
  `create table password_resets (
    request_id uuid primary key,
    email text not null,
    network text not null,
    expires_at timestamptz not null,
    token_hashes text[] not null default '{}',
    used_at timestamptz
  )`,
  'create index password_resets_email on password_resets (email)',
  'create index password_resets_token_hashes on password_resets using gin (token_hashes)',
  'create index password_resets_expires_at on password_resets (expires_at)',
];

export class ResetLinksSideBySide extends Migration {
  override async up(): Promise<void> {
    for (const statement of statements) this.addSql(statement);
  }
}
