import { recordTransfersFunctionSql } from './record-transfers.sql.js';

/**
 * What the events say, in rows: written in the events' own statement, and to be had again from them (`rebuild.ts`).
 * `collate "C"` compares bytes, the order in which every process locks accounts.
 */
const ledgerTables = [
  // Half-empty pages: an update stays on its page and touches no index.
  `create table accounts (
    account text collate "C" primary key,
    posted bigint not null default 0,
    held bigint not null default 0,
    constraint accounts_never_below_zero check (held >= 0 and posted >= held)
  ) with (fillfactor = 50)`,
  `create table transfers (
    transfer_id uuid primary key,
    version integer not null,
    status text not null,
    code text not null,
    amount bigint not null,
    idempotency_key text not null,
    cause_event_id text,
    correlation_id text not null,
    actor text,
    effective_at timestamptz not null,
    recorded_at timestamptz not null,
    expires_at timestamptz
  )`,
  `create index transfers_pending on transfers (expires_at) where status = 'pending'`,
  // The position is the event's, taken under the account's lock: it orders an account's postings.
  `create table postings (
    account text collate "C" not null,
    global_position bigint not null,
    transfer_id uuid not null,
    recorded_at timestamptz not null,
    amount bigint not null,
    balance bigint,
    primary key (account, global_position)
  )`,
];

/**
 * Balances as the events before a transaction add up to them, once all rows were found to be what the events say: what came
 * since is added to them. One row in `verified_ledger`; none where nothing is taken on trust.
 */
const verifiedBalancesTables = [
  `create table verified_balances (
    account text collate "C" primary key,
    posted bigint not null,
    held bigint not null
  )`,
  `create table verified_ledger (
    only_row boolean primary key default true check (only_row),
    before_transaction xid8 not null,
    full_at timestamptz not null default now(),
    verified_at timestamptz not null default now()
  )`,
];

/** The place of the last event that the balances include is this position in this transaction, or the end of those before it. */
export const balancesPositionSql = 'alter table verified_ledger add column before_position bigint not null default 0';

/** Of the verified balances: `markSql` in `verified-balances.ts`. Null if an earlier version has written the row. */
export const balancesMarkSql = 'alter table verified_ledger add column accounts_mark numeric';

const appendOnly = [
  `create function refuse_posting_change() returns trigger language plpgsql as $function$
  begin
    raise exception 'postings are append-only: % refused', tg_op using errcode = 'restrict_violation';
  end $function$`,
  `create trigger postings_append_only before update or delete or truncate on postings
    for each statement execute function refuse_posting_change()`,
];

/** After the event store's, in the service's first migration. */
export function ledgerSchemaSql(): string[] {
  return [...ledgerTables, ...verifiedBalancesTables, ...appendOnly, recordTransfersFunctionSql];
}
