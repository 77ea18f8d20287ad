import { lockPositionsSql, orderedTransactionId } from './position-lock.sql.js';

/**
 * Appends the requests of one flush, each decided by itself. Parameters per event: request_indexes … metadata; per
 * stream: checked_requests …; per idempotency record: keyed_requests …. `data`, `metadata` and `answers` are JSON arrays.
 *
 * `known` holds the requests whose key was there before; `stale` the ordinals (from 1) of the streams that were at
 * `stale_versions` instead of the expected version; `positions` the global positions of what was appended, in order.
 *
 * Keys come before versions: a request that lost to its own twin is a replay, not a conflict. Keys before streams, each
 * in the callers' order (sorted): two flushes never wait for each other in a circle. A transaction that takes a stream's
 * next version after the check raises unique_violation and undoes the whole flush, so that no request is ever appended
 * in part; run again, the check sees that transaction.
 *
 * While events are ordered by transaction, one that is older than the transaction which wrote a stream's last event is refused
 * as a conflict even at the right version: its event would be read before its predecessor. Run again, it is the newer one.
 *
 * The lookups are correlated on purpose: a join could be planned as a scan of a table that has since grown.
 */
export const appendEventsFunctionSql = `
create or replace function append_events(
  request_indexes integer[], stream_ids text[], stream_versions integer[], event_ids uuid[], types text[],
  schema_versions integer[], data jsonb, metadata jsonb,
  checked_requests integer[], checked_streams text[], expected_versions integer[],
  keyed_requests integer[], keys text[], fingerprints text[], answers jsonb,
  out transaction_id text, out recorded_at_ms float8, out positions text,
  out known integer[], out stale integer[], out stale_versions integer[]
) language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $function$
declare
  refused integer[];
  new_keys text[];
begin
  if cardinality(keys) > 0 then
    with inserted as (
      insert into idempotency_records (key, fingerprint, answer)
      select asked.key, asked.fingerprint, asked.answer
        from rows from (unnest(keys), unnest(fingerprints), jsonb_array_elements(answers))
             as asked (key, fingerprint, answer)
      on conflict (key) do nothing
      returning idempotency_records.key
    )
    select coalesce(array_agg(inserted.key), '{}') into new_keys from inserted;
    if cardinality(new_keys) < cardinality(keys) then
      known := array(select asked.request from unnest(keyed_requests, keys) as asked (request, key)
                      where asked.key <> all (new_keys));
      refused := known;
    end if;
  end if;

  select array_agg(asked.ordinal), array_agg(asked.actual_version), coalesce(refused, '{}') || array_agg(asked.request)
    into stale, stale_versions, refused
    from (
      select checked.*, coalesce(head.stream_version, 0) as actual_version,
             coalesce(head.transaction_id > pg_current_xact_id() and head.transaction_id < '${orderedTransactionId}', false) as is_newer
        from unnest(checked_requests, checked_streams, expected_versions)
             with ordinality as checked (request, stream_id, expected_version, ordinal)
        left join lateral (select e.stream_version, e.transaction_id from events e
                            where e.stream_id = checked.stream_id order by e.stream_version desc limit 1) head on true
       where refused is null or checked.request <> all (refused)
    ) asked
   where asked.actual_version <> asked.expected_version or asked.is_newer;
  if stale is not null and cardinality(keys) > 0 then
    delete from idempotency_records
     where key in (select asked.key from unnest(keyed_requests, keys) as asked (request, key)
                    where asked.request = any (refused) and asked.key = any (new_keys));
  end if;

  ${lockPositionsSql}
  with inserted as (
    insert into events (event_id, stream_id, stream_version, type, schema_version, data, metadata)
    select new.event_id, new.stream_id, new.stream_version, new.type, new.schema_version, new.data, new.metadata
      from rows from (unnest(request_indexes), unnest(event_ids), unnest(stream_ids), unnest(stream_versions),
                      unnest(types), unnest(schema_versions), jsonb_array_elements(data), jsonb_array_elements(metadata))
           as new (request, event_id, stream_id, stream_version, type, schema_version, data, metadata)
     where refused is null or new.request <> all (refused)
    returning events.global_position, events.transaction_id
  )
  select string_agg(inserted.global_position::text, ',' order by inserted.global_position),
         coalesce(min(inserted.transaction_id::text), '0')
    into positions, transaction_id from inserted;

  recorded_at_ms := floor(extract(epoch from now()) * 1000);
end $function$`;
