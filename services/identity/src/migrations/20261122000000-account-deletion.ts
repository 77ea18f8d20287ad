import { Migration } from '@mikro-orm/migrations';

const statements = [
  // What an event says of a person is sealed with the person's key: without the row it says nothing, in any copy.
  'create table personal_keys (user_id uuid primary key, key bytea not null)',
  'alter table credentials add column deletion_requested_at timestamptz',
  'alter table credentials add column erase_at timestamptz',
  'create index credentials_erase_at on credentials (erase_at) where erase_at is not null',
  'create index credentials_email_prefix on credentials (email text_pattern_ops)',
  'create index credentials_user_id_prefix on credentials ((user_id::text) text_pattern_ops)',
  'alter table accounts add column deletion_requested_at timestamptz',
  'alter table accounts add column erase_at timestamptz',
  'alter table accounts add column erased_at timestamptz',
  'alter table sessions drop constraint sessions_end_reason_check',
  `alter table sessions add constraint sessions_end_reason_check
     check (end_reason in ('logged-out', 'token-reused', 'password-reset', 'account-deleted'))`,
  'create index feedback_user_id on feedback (user_id) where user_id is not null',
  'create index feedback_email on feedback (email) where email is not null',
  'create index feedback_sent_at on feedback (sent_at, feedback_id)',
];

export class AccountDeletion extends Migration {
  override async up(): Promise<void> {
    for (const statement of statements) this.addSql(statement);
  }
}
