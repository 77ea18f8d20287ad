import { enterSupportActsSql, lockPositionsSql } from '@candid/event-store';

/** Raised if an account would be below zero at any moment of the flush. */
export const shortOfTokens = 'LG001';

/** Raised if a transfer is not at the version that its event must follow. */
export const staleTransfer = 'LG002';

/** Raised if an account has no row and is not among the new ones. */
export const missingAccount = 'LG003';

const parameters = `new_accounts text[], account_names text[], account_places integer[], posted_changes bigint[],
  held_changes bigint[], lowest_available bigint[], transfer_ids uuid[], expected_versions integer[], statuses text[],
  event_types text[], event_data text[], event_metadata text[], amounts bigint[], effective_ms float8[],
  expires_ms float8[], user_accounts integer[], available_changes bigint[], advanced integer,
  posting_transfers integer[], posting_accounts integer[], posting_amounts bigint[], posting_changes bigint[]`;

/**
 * Records one event and its rows for each transfer of a flush, or nothing. Every refusal raises an error, and the
 * caller finds the entry that caused it. There are few statements and little parsing, because each flush pays for both.
 *
 * `account_names` has the row accounts in name order, then the platform accounts. `account_places` is 1, 2, … for the
 * row accounts, and the next three arrays are the flush's effects on each. Per transfer: `available_changes` is the
 * change of its user's available tokens from the flush's start to the end of this transfer. Per posting: the places of
 * its transfer and account, and the change of the account's posted tokens from the flush's start to this posting's end.
 *
 * New accounts are inserted first. Then one nested loop locks all accounts in name order, and the function checks this
 * order. The order prevents deadlocks and matches each balance to its account. Events are inserted, and get their
 * positions, in the order of the transfers. Positions and time are taken under the accounts' locks, so they order each
 * account's postings.
 */
const recordTransfersFunctionSql = `
create or replace function record_transfers(${parameters}
) returns text language plpgsql
as $function$
declare
  places integer[];
  posted_before bigint[];
  available_before bigint[];
  positions bigint[];
  short boolean;
  recorded timestamptz;
  updated integer;
begin
  if cardinality(new_accounts) > 0 then
    insert into accounts (account) select unnest(new_accounts) on conflict do nothing;
  end if;

  with changed as (
    update accounts a set posted = a.posted + posted_changes[i], held = a.held + held_changes[i]
      from generate_series(1, cardinality(account_places)) i
     where a.account = account_names[i]
    returning i, a.posted - posted_changes[i] as posted, a.posted - posted_changes[i] - a.held + held_changes[i] as available
  )
  select array_agg(changed.i), array_agg(changed.posted), array_agg(changed.available),
         bool_or(changed.available + lowest_available[changed.i] < 0)
    into places, posted_before, available_before, short from changed;
  if short then
    raise exception 'an account is short of tokens' using errcode = '${shortOfTokens}';
  end if;
  if cardinality(places) is distinct from cardinality(account_places) then
    raise exception 'an account is missing' using errcode = '${missingAccount}';
  end if;
  if places <> account_places then
    raise exception 'the accounts were not taken in name order: is this connection set up for flushes?';
  end if;
  ${lockPositionsSql}
  recorded := clock_timestamp();

  with entry as (
    select i, transfer_ids[i] as transfer_id, expected_versions[i] as expected_version,
           case when user_accounts[i] = 0 then (event_data[i] || '}')::jsonb
                else (event_data[i] || ',"availableTokens":' ||
                      (available_before[user_accounts[i]] + available_changes[i])::text || '}')::jsonb
           end as data,
           event_metadata[i]::jsonb as metadata
      from generate_series(1, cardinality(transfer_ids)) i
  ), event as (
    insert into events (event_id, stream_id, stream_version, type, data, metadata, recorded_at)
    select case when entry.expected_version = 0 then entry.transfer_id else gen_random_uuid() end,
           'transfer-' || entry.transfer_id, entry.expected_version + 1, event_types[entry.i], entry.data, entry.metadata, recorded
      from entry
    returning events.global_position
  ), transfer as (
    insert into transfers (transfer_id, version, status, code, amount, idempotency_key, cause_event_id, correlation_id,
                           actor, effective_at, recorded_at, expires_at)
    select entry.transfer_id, 1, statuses[entry.i], entry.data->>'code', amounts[entry.i],
           entry.data->>'idempotencyKey', entry.metadata->>'causationId', entry.metadata->>'correlationId',
           entry.metadata->>'actor', to_timestamp(effective_ms[entry.i] / 1000), recorded,
           to_timestamp(expires_ms[entry.i] / 1000)
      from entry where entry.expected_version = 0
  )
  select array_agg(event.global_position) into positions from event;

  if advanced > 0 then
    update transfers t set version = t.version + 1, status = statuses[i], code = (event_data[i] || '}')::jsonb->>'code'
      from generate_series(1, cardinality(transfer_ids)) i
     where t.transfer_id = transfer_ids[i] and expected_versions[i] > 0 and t.version = expected_versions[i];
    get diagnostics updated = row_count;
    if updated <> advanced then
      raise exception 'a transfer is at another version' using errcode = '${staleTransfer}';
    end if;
  end if;

  if cardinality(posting_transfers) > 0 then
    insert into postings (account, global_position, transfer_id, recorded_at, amount, balance)
    select account_names[posting_accounts[i]], positions[posting_transfers[i]], transfer_ids[posting_transfers[i]], recorded,
           posting_amounts[i], posted_before[posting_accounts[i]] + posting_changes[i]
      from generate_series(1, cardinality(posting_transfers)) i;
  end if;

  return positions[cardinality(positions)]::text || ' ' || floor(extract(epoch from recorded) * 1000)::text || ' ' || array_to_string(available_before, ',');
end $function$`;

const placeholders = parameters.split(/,\s+/).map((parameter, index) => `$${index + 1}::${parameter.split(' ')[1]}`);

/** Returns one text: last position, time in milliseconds, and available tokens before the flush. */
export const recordTransfersStatement = `select record_transfers(${placeholders.join(', ')}) as answer`;

/** Writes the audit entries of the support acts that caused the transfers, too. The last parameter has them as JSON. */
export const recordTransfersAndActsStatement = `with entered as (${enterSupportActsSql(`$${placeholders.length + 1}`)})
  ${recordTransfersStatement}`;

/**
 * Rows that the statement writes with the events, and that can be rebuilt from the events (`rebuild.ts`). `collate "C"`
 * compares bytes, which is the order in which every process locks accounts.
 */
const ledgerTables = [
  // Pages are half empty, so that an update stays on its page and changes no index.
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
  // The event's position, taken under the account's lock, orders the account's postings.
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
 * Sums of the events up to a position, saved when all rows matched the events. The next comparison adds later events.
 * `verified_ledger` has one row, or none if everything has to be verified again.
 */
const verifiedBalancesTables = [
  `create table verified_balances (
    account text collate "C" primary key,
    posted bigint not null,
    held bigint not null
  )`,
  `create table verified_ledger (
    only_row boolean primary key default true check (only_row),
    full_at timestamptz not null default now(),
    verified_at timestamptz not null default now(),
    -- Checksum of the verified balances: markSql in verified-balances.ts.
    accounts_mark numeric,
    -- Position up to which the balances include the events.
    before_position bigint not null
  )`,
];

const appendOnly = [
  `create function refuse_posting_change() returns trigger language plpgsql as $function$
  begin
    raise exception 'postings are append-only: % refused', tg_op using errcode = 'restrict_violation';
  end $function$`,
  `create trigger postings_append_only before update or delete or truncate on postings
    for each statement execute function refuse_posting_change()`,
];

export const ledgerSchemaSql = [...ledgerTables, ...verifiedBalancesTables, ...appendOnly, recordTransfersFunctionSql];
