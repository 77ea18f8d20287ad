/**
 * One link an event, in reading order. It stands beside the events, written by a follower: a transfer never waits for the
 * one before it. Also where an event is found by its request, at no cost to the transfer.
 */
export const chainTables = [
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
  // What was found right, and when: the last row is where the next verification continues.
  `create table verified_chain (
    id bigint generated always as identity primary key,
    verified_at timestamptz not null default now(),
    is_full boolean not null,
    number bigint not null,
    hash bytea not null,
    transaction_id xid8 not null,
    global_position bigint not null
  )`,
];
