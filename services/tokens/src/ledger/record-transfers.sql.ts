/** Raised where an account would at some moment of the flush be below zero. */
export const shortOfTokens = 'LG001';
/** Raised where a transfer is not at the version that its event follows on. */
export const staleTransfer = 'LG002';
/** Raised where a given account has no row and is not among the new ones. */
export const missingAccount = 'LG003';

/** Between the parts of a joined parameter. JSON and account names never contain it; splitting is cheaper than an array. */
export const separator = '\u001f';

/**
 * Records one event for each of a flush's transfers, with its rows, or nothing at all: any refusal is raised, and the
 * caller sorts out whose it was. Written for few statements and little parsing: a flush pays each of them once.
 *
 * Per row account, in name order: account_names …; per transfer: transfer_ids …, where `available_changes` is what its
 * user's available tokens have changed by since the flush began, its own change included; per posting: posting_transfers
 * …, where accounts and transfers are named by their place (from 1), platform accounts following on the row accounts, and
 * `posting_changes` is what the account's posted tokens have changed by, its own change included.
 *
 * New accounts come first, then all accounts in name order, in one nested loop: two flushes never wait for each other in a
 * circle. Positions and the time are taken under the accounts' locks, so that an account's postings are in their order.
 */
export const recordTransfersFunctionSql = `
create function record_transfers(
  new_accounts text, account_names text, row_accounts integer, posted_changes bigint[], held_changes bigint[],
  lowest_available bigint[],
  transfer_ids uuid[], expected_versions integer[], statuses text, event_types text, data text, metadata text,
  amounts bigint[], user_accounts integer[], available_changes bigint[], advanced integer,
  posting_transfers integer[], posting_accounts integer[], posting_amounts bigint[], posting_changes bigint[],
  out transaction_id text, out recorded_at_ms float8, out last_position text, out available text
) language plpgsql
as $function$
declare
  names text[] := string_to_array(account_names, E'\\x1f');
  transfer_statuses text[] := string_to_array(statuses, E'\\x1f');
  types text[] := string_to_array(event_types, E'\\x1f');
  data_texts text[] := string_to_array(data, E'\\x1f');
  metadata_texts text[] := string_to_array(metadata, E'\\x1f');
  posted_before bigint[];
  available_before bigint[];
  positions bigint[];
  recorded timestamptz;
  updated integer;
begin
  if new_accounts <> '' then
    insert into accounts (account) select unnest(string_to_array(new_accounts, E'\\x1f')) on conflict do nothing;
  end if;

  with changed as (
    update accounts a set posted = a.posted + change.posted, held = a.held + change.held
      from unnest(names, posted_changes, held_changes) with ordinality as change (account, posted, held, ordinal)
     where a.account = change.account
    returning change.ordinal, a.posted - change.posted as posted, a.posted - change.posted - a.held + change.held as available
  )
  select array_agg(changed.posted order by changed.ordinal), array_agg(changed.available order by changed.ordinal)
    into posted_before, available_before from changed;
  if cardinality(posted_before) is distinct from row_accounts then
    raise exception 'an account is missing' using errcode = '${missingAccount}';
  end if;
  if exists (select from unnest(available_before, lowest_available) as account (before, lowest)
              where account.before + account.lowest < 0) then
    raise exception 'an account is short of tokens' using errcode = '${shortOfTokens}';
  end if;
  recorded := clock_timestamp();

  with entry as (
    select i, transfer_ids[i] as transfer_id, expected_versions[i] as expected_version,
           case when user_accounts[i] = 0 then (data_texts[i] || '}')::jsonb
                else concat(data_texts[i], ',"availableTokens":',
                            available_before[user_accounts[i]] + available_changes[i], '}')::jsonb
           end as data,
           metadata_texts[i]::jsonb as metadata
      from generate_series(1, cardinality(transfer_ids)) i
  ), event as (
    insert into events (event_id, stream_id, stream_version, type, data, metadata, recorded_at)
    select case when entry.expected_version = 0 then entry.transfer_id else gen_random_uuid() end,
           'transfer-' || entry.transfer_id, entry.expected_version + 1, types[entry.i], entry.data, entry.metadata, recorded
      from entry order by entry.i
    returning events.global_position
  ), transfer as (
    insert into transfers (transfer_id, version, status, code, amount, idempotency_key, cause_event_id, correlation_id,
                           actor, effective_at, recorded_at, expires_at)
    select entry.transfer_id, 1, transfer_statuses[entry.i], entry.data->>'code', amounts[entry.i],
           entry.data->>'idempotencyKey', (entry.metadata->>'causationId')::uuid, entry.metadata->>'correlationId',
           entry.metadata->>'actor', (entry.data->>'effectiveAt')::timestamptz, recorded,
           (entry.data->>'expiresAt')::timestamptz
      from entry where entry.expected_version = 0
  )
  select array_agg(event.global_position order by event.global_position) into positions from event;

  if advanced > 0 then
    update transfers t set version = t.version + 1, status = transfer_statuses[i], code = (data_texts[i] || '}')::jsonb->>'code'
      from generate_series(1, cardinality(transfer_ids)) i
     where t.transfer_id = transfer_ids[i] and expected_versions[i] > 0 and t.version = expected_versions[i];
    get diagnostics updated = row_count;
    if updated <> advanced then
      raise exception 'a transfer is at another version' using errcode = '${staleTransfer}';
    end if;
  end if;

  if cardinality(posting_transfers) > 0 then
    insert into postings (account, global_position, transfer_id, recorded_at, amount, balance)
    select names[posting_accounts[i]], positions[posting_transfers[i]], transfer_ids[posting_transfers[i]], recorded,
           posting_amounts[i], posted_before[posting_accounts[i]] + posting_changes[i]
      from generate_series(1, cardinality(posting_transfers)) i;
  end if;

  transaction_id := pg_current_xact_id()::text;
  recorded_at_ms := floor(extract(epoch from recorded) * 1000);
  last_position := positions[cardinality(positions)]::text;
  available := array_to_string(available_before, ',');
end $function$`;
