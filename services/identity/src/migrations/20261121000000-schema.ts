import {
  correlationIndexSql,
  eventStoreSchemaSql,
  freezeAtOnceSql,
  inboxReachSql,
  keepRefusalsSql,
} from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

const accounts = [
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
    first_assessments jsonb not null,
    deletion_requested_at timestamptz,
    erase_at timestamptz,
    erased_at timestamptz,
    second_factor_confirmed_at timestamptz,
    unwanted_mails text[] not null default '{}',
    -- Ratings that the bell counts, so that a deletion or a reset can remove them.
    unseen_ratings jsonb not null default '[]',
    unseen_general_ratings jsonb not null default '[]',
    deleted_photo_ids jsonb not null default '[]',
    suspensions jsonb not null default '{}',
    -- Sealed documents, null until the person chooses.
    looking_for text,
    self_description text
  )`,
  // Events contain no e-mail, phone or password. Their transaction stores these in tables that the erasure clears.
  `create table credentials (
    user_id uuid primary key,
    email text not null constraint credentials_email unique,
    phone_number text,
    password_hash text not null,
    -- Null until the person's sign-up or choice names a language.
    language text,
    created_at timestamptz not null default now(),
    deletion_requested_at timestamptz,
    erase_at timestamptz,
    -- End of the suspension, written in the transaction of its events; 'infinity' for a closed account.
    suspended_until timestamptz,
    -- Time at which a closed account is deleted.
    delete_at timestamptz
  )`,
  'create index credentials_erase_at on credentials (erase_at) where erase_at is not null',
  'create index credentials_delete_at on credentials (delete_at) where delete_at is not null',
  // Personal data in events is sealed with the person's key. Once the key is destroyed, no copy of an event reveals the
  // data.
  'create table personal_keys (user_id uuid primary key, key bytea not null)',
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
    end_reason text check (end_reason in
      ('logged-out', 'token-reused', 'password-reset', 'password-changed', 'account-deleted', 'role-revoked',
       'second-factor-changed', 'account-suspended', 'ended-elsewhere')),
    -- Time at which this session proved a second factor.
    second_factor_at timestamptz,
    -- Facts by which a person recognises a session.
    device text,
    network text,
    last_used_at timestamptz
  )`,
  'create index sessions_user_id on sessions (user_id)',
  'create index sessions_expires_at on sessions (expires_at)',
  // Gateways ask every second for the sessions that ended a moment ago.
  'create index sessions_ended_at on sessions (ended_at) where ended_at is not null',
  `create table refresh_tokens (
    token_hash text primary key,
    session_id uuid not null references sessions on delete cascade,
    expires_at timestamptz not null,
    replaced_at timestamptz,
    successor_seed text
  )`,
  'create index refresh_tokens_session_id on refresh_tokens (session_id)',
  'create index refresh_tokens_expires_at on refresh_tokens (expires_at)',
  // Browsers that get notifications, as long as the session in which the person asked for them is open.
  `create table push_subscriptions (
    subscription_id uuid primary key,
    session_id uuid not null references sessions on delete cascade,
    endpoint text not null constraint push_subscriptions_endpoint unique,
    p256dh text not null,
    auth text not null,
    kinds text[] not null,
    created_at timestamptz not null
  )`,
  'create index push_subscriptions_session_id on push_subscriptions (session_id)',
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
  `create table welcomed_mailboxes (
    mailbox_hash text primary key,
    welcomed_at timestamptz not null
  )`,
  // Second factors of staff. Secrets are sealed with a key that is not in the database; codes are hashed with another.
  `create table second_factors (
    user_id uuid primary key references credentials on delete cascade,
    -- The secret in use; null until the first set-up is confirmed.
    secret text,
    -- The secret of a set-up that is not confirmed yet.
    pending_secret text,
    -- Number of the latest 30-second step with a used code. Codes of this step and of earlier ones are not valid.
    last_step bigint not null default 0,
    recovery_hashes text[] not null default '{}',
    -- Hash of the request and the code of the latest use, so that the same request may be repeated.
    last_use text,
    last_used_at timestamptz
  )`,
  `create table assessor_passkeys (
    name text primary key,
    secret_hash text not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz
  )`,
  `create table passkey_batches (
    batch_id uuid primary key,
    name text not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  // A passkey is found by one look-up of its unique hash, however many passkeys there are.
  `create table personal_passkeys (
    name text primary key,
    batch text not null references passkey_batches (name),
    secret_hash text not null unique,
    used_at timestamptz,
    used_by uuid,
    revoked_at timestamptz,
    constraint used_or_revoked check (used_at is null or revoked_at is null)
  )`,
  'create index on personal_passkeys (batch)',
  'create index on personal_passkeys (used_by) where used_by is not null',
  // Hashes instead of mailbox and network. Rows outlive the account for days, so that a new account gets no new trials.
  `create table assessor_trials (
    trial_id uuid primary key,
    user_id uuid not null,
    mailbox_hash text not null,
    site_hash text not null,
    started_at timestamptz not null,
    answered_at timestamptz,
    is_passed boolean not null default false
  )`,
  'create index on assessor_trials (started_at)',
  `create table secret_tries (
    scope text primary key,
    tried_at timestamptz[] not null
  )`,
  `create table feedback (
    feedback_id uuid primary key,
    user_id uuid,
    email text,
    subject text,
    feedback text not null,
    -- Language of the answer's mail if the sender has no account.
    language text not null default 'en',
    sent_at timestamptz not null default now(),
    -- The answer is empty if the message was closed without words. Without answered_at, the person and the tokens are
    -- those of an answer that was begun.
    answer text,
    answered_by uuid,
    answered_at timestamptz,
    answer_tokens integer,
    -- Name of the personal passkey that the answer contains.
    answer_passkey text
  )`,
  'create index feedback_user_id on feedback (user_id) where user_id is not null',
  'create index feedback_email on feedback (email) where email is not null',
  'create index feedback_sent_at on feedback (sent_at, feedback_id)',
  'create index feedback_open on feedback (sent_at, feedback_id) where answered_at is null',
  // Support looks up the mails of an account and, by a request's id, the mails that the request caused.
  `create index work_items_mail_user on work_items ((payload->>'userId')) where queue = 'mail'`,
  `create index work_items_mail_correlation on work_items ((payload->>'correlationId')) where queue = 'mail'`,
];

const analytics = [
  // The table contains nothing that identifies a person: no user, no address, no session.
  `create table analytics_days (
    day date not null,
    name text not null,
    path text not null,
    events bigint not null,
    primary key (day, name, path)
  )`,
  'create table analytics_totals (day date primary key, events integer not null)',
];

const support = [
  `create table support_calls (
    entry_id uuid primary key,
    user_id uuid not null,
    call text not null,
    targets text[] not null,
    reason text,
    ticket text,
    request_id text not null,
    called_at timestamptz not null default now()
  )`,
  'create index support_calls_called_at on support_calls (called_at, entry_id)',
  'create index support_calls_request_id on support_calls (request_id)',
  // Each outcome has its own row, because written rows must not change.
  `create table support_call_outcomes (
    entry_id uuid primary key references support_calls,
    status integer not null,
    code text,
    targets text[] not null,
    answered_at timestamptz not null default now()
  )`,
  `create function refuse_audit_change() returns trigger language plpgsql as $function$
  begin
    raise exception 'the audit log is append-only: % refused', tg_op using errcode = 'restrict_violation';
  end $function$`,
  ...['support_calls', 'support_call_outcomes'].map(
    (table) => `create trigger ${table}_append_only before update or delete or truncate on ${table}
      for each statement execute function refuse_audit_change()`,
  ),
  // Counts support calls by people without the role. The log has one line for each call and day.
  `create table refused_calls (
    user_id uuid not null,
    call text not null,
    on_day date not null,
    entry_id uuid not null unique,
    times integer not null default 1,
    last_at timestamptz not null default now(),
    primary key (user_id, call, on_day)
  )`,
  // Counts how often a member of staff searched for people and revealed addresses on a day (UTC).
  `create table staff_lookups (
    user_id uuid not null,
    kind text not null check (kind in ('search', 'reveal')),
    on_day date not null,
    times integer not null default 1,
    primary key (user_id, kind, on_day)
  )`,
];

const moderation = [
  // Location, words, name, address, sender and network are null once they are removed.
  `create table notices (
    notice_id uuid primary key,
    -- Id of the photo that the location names; there may be no photo with this id.
    photo_id uuid,
    reason text not null,
    location text,
    words text,
    name text,
    email text,
    -- Language of the mails to the sender if the address has no account.
    language text not null default 'en',
    received_at timestamptz not null,
    -- The case whose decision answered the notice, and the time of the answer.
    case_id uuid,
    answered_at timestamptz,
    -- The account that sent the notice, or whose address confirmed it.
    sender_id uuid,
    -- Keyed hash of photo and network together, so that notices of a network about other photos have other hashes.
    network text,
    confirmed_at timestamptz
  )`,
  'create index notices_waiting on notices (photo_id, reason) where case_id is null',
  'create index notices_email on notices (email) where email is not null',
  'create index notices_case_id on notices (case_id) where case_id is not null',
  // The deletion of an account looks up the notices that the person sent.
  'create index notices_sender_id on notices (sender_id) where sender_id is not null',
  // Progress of a case, whose events arrive in any order. The texts of its notices are kept until the case is over.
  `create table notice_cases (
    case_id uuid primary key,
    decided_at timestamptz,
    is_passed_on boolean not null default false,
    undone_at timestamptz,
    appealed_at timestamptz,
    appeal_decided_at timestamptz,
    changed_at timestamptz not null
  )`,
  'create index notice_cases_changed_at on notice_cases (changed_at)',
  // Outcomes of reports that have not been mailed to the reporters yet.
  `create table report_outcomes (
    report_id uuid primary key,
    user_id uuid not null,
    is_upheld boolean not null,
    of_appeal boolean not null
  )`,
  'create index report_outcomes_user_id on report_outcomes (user_id)',
  // Each row is a hold that a mail has announced. The mail about the end of the hold removes the row.
  `create table stated_holds (
    case_id uuid primary key,
    stated_at timestamptz not null
  )`,
];

const eventStore = [
  ...[...eventStoreSchemaSql(), correlationIndexSql, ...inboxReachSql],
  ...[freezeAtOnceSql('events'), ...keepRefusalsSql('support_refusals')],
  // Rows of the inbox are removed in the order in which their events were recorded.
  'create index inbox_recorded on inbox (recorded_at)',
];
const auditLog = keepRefusalsSql('refused_calls', 'refuse_audit_change');

const statements = [...eventStore, ...accounts, ...analytics, ...support, ...auditLog, ...moderation];

export class Schema extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
