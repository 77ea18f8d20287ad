import { eventStoreSchemaSql, freezeAtOnceSql, inboxReachSql, keepRefusalsSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';
import { ledgerSchemaSql } from '../ledger/schema.js';

/**
 * One link per event in reading order. A follower writes the links, so that no transfer waits for the previous one.
 * This table has the index by request, because an index on `events` would slow down every transfer.
 */
const chainTables = [
  `create table ledger_chain (
    number bigint primary key,
    event_id uuid not null unique,
    correlation_id text collate "C" not null,
    hash bytea not null
  )`,
  'create index ledger_chain_correlation on ledger_chain (correlation_id)',
  `create function refuse_chain_change() returns trigger language plpgsql as $function$
  begin
    raise exception 'the chain is append-only: % refused', tg_op using errcode = 'restrict_violation';
  end $function$`,
  `create trigger ledger_chain_append_only before update or delete or truncate on ledger_chain
    for each statement execute function refuse_chain_change()`,
  // The next verification continues from the last row.
  `create table verified_chain (
    id bigint generated always as identity primary key,
    verified_at timestamptz not null default now(),
    is_full boolean not null,
    number bigint not null,
    hash bytea not null,
    global_position bigint not null
  )`,
];

/**
 * Sums of the postings at certain times. A follower computes them, so that no query adds up all postings. To compute
 * them again, delete the rows and set the checkpoint `ledger-snapshots` back to zero.
 */
const snapshotTables = [
  // Each row follows `entriesPerSnapshot` or more entries of a user or escrow. `totals`: debits and credits by code.
  `create table account_snapshots (
    account text collate "C" not null,
    recorded_at timestamptz not null,
    global_position bigint not null,
    debits bigint not null,
    credits bigint not null,
    totals jsonb not null,
    primary key (account, recorded_at, global_position)
  )`,
  // Sums of everything recorded before `before`. The rows at infinity cover everything that the follower has read.
  `create table trial_snapshots (
    before timestamptz not null,
    line text collate "C" not null,
    debits bigint not null default 0,
    credits bigint not null default 0,
    postings bigint not null default 0,
    latest timestamptz not null default '-infinity',
    last_position bigint not null default 0,
    primary key (before, line)
  )`,
  `create table user_escrows (
    escrow text collate "C" primary key,
    account text collate "C" not null,
    is_open boolean not null
  )`,
  'create index user_escrows_open on user_escrows (account) where is_open',
  // Rows are stored in the order of their time, so a BRIN index on the time slows writes down very little.
  `create index postings_recorded on postings using brin (recorded_at) with (pages_per_range = 16, autosummarize = on)`,
  `create index transfers_recorded on transfers using brin (recorded_at) with (pages_per_range = 16, autosummarize = on)`,
  `create index account_snapshots_recorded on account_snapshots using brin (recorded_at)
    with (pages_per_range = 16, autosummarize = on)`,
];

/** Each row stores the chain's head, which proves the state of the chain at that time. */
const reconciliationTables = [
  `create table reconciliations (
    id bigint generated always as identity primary key,
    checked_at timestamptz not null,
    took_ms integer not null,
    ok boolean not null,
    checks jsonb not null,
    chain_head text not null
  )`,
];

/** Results of earlier verifications, from which the next one continues. */
const incrementalTables = [
  // The assessments' events up to the cursor match the transfers up to `before_position`. If
  // the table has no row, nothing is verified.
  `create table verified_trail (
    only_row boolean primary key default true check (only_row),
    assessments_cursor text,
    counts jsonb not null,
    verified_at timestamptz not null default now(),
    -- Position up to which transfers are compared.
    before_position bigint not null
  )`,
  // Events up to the cursor with a transfer that was not booked up to `before_position`.
  `create table open_bookings (
    event_id text collate "C" primary key,
    event jsonb not null
  )`,
  // Tokens that each assessment holds for future ratings, as of the event at the cursor; never 0.
  `create table verified_escrows (
    assessment_id text collate "C" primary key,
    tokens bigint not null
  )`,
  // One row for each past day (UTC) with ledger events that was compared row by row. Its range begins where the
  // previous one ends, so a late event belongs to a later day.
  `create table closed_days (
    day date primary key,
    last_position bigint not null,
    link_number bigint not null,
    link_hash bytea not null,
    global_position bigint not null,
    assessments_cursor text,
    booked jsonb not null,
    due jsonb not null,
    pending jsonb not null,
    verified_at timestamptz not null
  )`,
  'create index closed_days_verified on closed_days (verified_at)',
];

const rewardTables = [
  // Index for the sum of one assessor's waiting rewards.
  `create index work_items_rewards on work_items ((payload->'reward'->>'assessorId'))
    where queue = 'rewards' and completed_at is null`,
  // One row per day (UTC): the number of people active on the day before, and the cap for rewards.
  `create table reward_days (
    day date primary key,
    active_people integer not null,
    cap_tokens bigint not null
  )`,
];

/** Orders at the payment provider, and all its notifications. Created after the ledger's tables. */
const purchaseTables = [
  `create table checkouts (
    checkout_id uuid primary key,
    user_id uuid not null,
    tokens integer not null,
    price integer not null,
    currency text not null,
    status text not null,
    is_paid boolean not null,
    session_id text unique,
    payment_id text,
    updated_at timestamptz not null default now()
  )`,
  // Index for the export of a person's data.
  'create index checkouts_user on checkouts (user_id, checkout_id)',
  `create index checkouts_payment on checkouts (payment_id) where payment_id is not null`,
  `create table payment_notifications (
    provider_event_id text primary key,
    type text not null,
    outcome text not null,
    checkout_id uuid,
    session_id text,
    payment_id text,
    sent_at timestamptz not null,
    received_at timestamptz not null default now()
  )`,
  // Payments that notifications named for a checkout. A dispute names only its payment.
  `create table checkout_payments (
    payment_id text primary key,
    checkout_id uuid not null
  )`,
  // Refunds and disputes of payments that no notification has named yet.
  `create table early_reversals (
    provider_event_id text primary key,
    payment_id text not null,
    about jsonb not null,
    sent_at timestamptz not null
  )`,
  'create index early_reversals_payment on early_reversals (payment_id)',
];

/** Rows are written together with the events of the corrections. */
const correctionTables = [
  `create table corrections (
    correction_id uuid primary key,
    user_id uuid not null,
    amount integer not null,
    reason text not null,
    ticket text,
    corrects uuid,
    state text not null,
    requested_by uuid not null,
    requested_at timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    decision_reason text,
    transfer_id uuid
  )`,
  'create index corrections_newest on corrections (requested_at, correction_id)',
  'create index corrections_state on corrections (state, requested_at, correction_id)',
  // This table has the index, because an index on `events` would slow down every transfer.
  'create index corrections_corrects on corrections (corrects) where corrects is not null',
  // Corrections without approval, one row per transfer, written before the booking. The daily limit is computed from
  // this table, so a role that writes to it must not be able to empty it.
  `create table unapproved_corrections (
    transfer_key text primary key,
    staff_id uuid not null,
    user_id uuid not null,
    tokens integer not null check (tokens >= 0),
    booked_at timestamptz not null
  )`,
  'create index unapproved_corrections_staff on unapproved_corrections (staff_id, booked_at)',
  `comment on table unapproved_corrections is 'append-only: rows go by remove_old_unapproved_corrections() alone'`,
  // Runs with its owner's rights, so it deletes only rows far older than the day that the limit covers.
  `create function remove_old_unapproved_corrections() returns void language sql security definer
     set search_path = public, pg_temp as
     $$ delete from unapproved_corrections where booked_at < now() - interval '90 days' $$`,
];

const statements = [
  ...[...eventStoreSchemaSql(), ...inboxReachSql, 'create index inbox_recorded on inbox (recorded_at)'],
  ...[...ledgerSchemaSql, ...chainTables],
  ...[...snapshotTables, ...reconciliationTables, ...incrementalTables, ...rewardTables],
  ...[...purchaseTables, ...correctionTables],
  ...[...['events', 'postings', 'ledger_chain'].map(freezeAtOnceSql)],
  ...keepRefusalsSql('support_refusals'),
];

export class Schema extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
