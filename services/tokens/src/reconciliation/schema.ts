/** Each run with what it found; the head of the chain beside it witnesses what the chain was then. */
export const reconciliationTables = [
  `create table reconciliations (
    id bigint generated always as identity primary key,
    checked_at timestamptz not null,
    took_ms integer not null,
    ok boolean not null,
    checks jsonb not null,
    chain_head text not null
  )`,
];

/** What earlier runs have verified: the next one continues from there. */
export const incrementalTables = [
  // The assessments' events up to a cursor, against the transfers of the transactions before one. No row: nothing is verified.
  `create table verified_trail (
    only_row boolean primary key default true check (only_row),
    assessments_cursor text,
    before_transaction xid8 not null,
    counts jsonb not null,
    verified_at timestamptz not null default now()
  )`,
  // Events up to the cursor whose transfers are not all booked before that transaction.
  `create table open_bookings (
    event_id text collate "C" primary key,
    event jsonb not null
  )`,
  // Tokens for ratings to come, by assessment, after the event at the cursor; never 0.
  `create table verified_escrows (
    assessment_id text collate "C" primary key,
    tokens bigint not null
  )`,
  // One for each day (UTC) with events of the ledger that is over and was compared row by row. Its rows begin where those of
  // the day before end, so a late event belongs to a later day.
  `create table closed_days (
    day date primary key,
    last_position bigint not null,
    link_number bigint not null,
    link_hash bytea not null,
    transaction_id xid8 not null,
    global_position bigint not null,
    assessments_cursor text,
    booked jsonb not null,
    due jsonb not null,
    pending jsonb not null,
    verified_at timestamptz not null
  )`,
  'create index closed_days_verified on closed_days (verified_at)',
];

/** Compared are the transfers of the transactions before the trail's one, and those in it up to this position. */
export const trailPositionSql = 'alter table verified_trail add column before_position bigint not null default 0';
