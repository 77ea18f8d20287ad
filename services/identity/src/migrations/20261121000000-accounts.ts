import { correlationIndexSql, eventStoreSchemaSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

const tables = [
  `create table accounts (
    user_id uuid primary key,
    country text,
    registered_at timestamptz not null,
    roles text[] not null,
    locations_preference text not null,
    notification_number integer not null,
    general_notif_number integer not null,
    first_login_dismissed_at timestamptz,
    first_profile_made_at timestamptz,
    first_assessments jsonb not null
  )`,
  // Personal data: outside the events, written in the transaction that appends them, removed with the account.
  `create table credentials (
    user_id uuid primary key,
    email text not null constraint credentials_email unique,
    phone_number text,
    password_hash text not null,
    created_at timestamptz not null default now()
  )`,
  `create table looking_for (
    user_id uuid primary key references credentials on delete cascade,
    gender text,
    relationship_type text
  )`,
  `create table signup_codes (
    email text primary key,
    request_id uuid not null constraint signup_codes_request_id unique,
    code_hashes text[] not null default '{}',
    expires_at timestamptz not null,
    used_at timestamptz,
    requested_at timestamptz[] not null
  )`,
  'create index signup_codes_expires_at on signup_codes (expires_at)',
  `create table sessions (
    session_id uuid primary key,
    user_id uuid not null references credentials on delete cascade,
    started_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    end_reason text check (end_reason in ('logged-out', 'token-reused'))
  )`,
  'create index sessions_user_id on sessions (user_id)',
  'create index sessions_expires_at on sessions (expires_at)',
  `create table refresh_tokens (
    token_hash text primary key,
    session_id uuid not null references sessions on delete cascade,
    expires_at timestamptz not null,
    replaced_at timestamptz,
    successor_seed text
  )`,
  'create index refresh_tokens_session_id on refresh_tokens (session_id)',
  'create index refresh_tokens_expires_at on refresh_tokens (expires_at)',
  `create table assessor_passkeys (
    name text primary key,
    secret_hash text not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz
  )`,
  `create table passkey_tries (
    scope text primary key,
    tried_at timestamptz[] not null
  )`,
  `create table feedback (
    feedback_id uuid primary key,
    user_id uuid,
    email text,
    feedback text not null,
    sent_at timestamptz not null default now()
  )`,
];

export class Accounts extends Migration {
  override async up(): Promise<void> {
    for (const statement of [...eventStoreSchemaSql(), correlationIndexSql, ...tables]) this.addSql(statement);
  }
}
