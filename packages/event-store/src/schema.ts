import { rebuildSchema } from './follow/projection-rebuild.js';
import { appendClass, lastTakenSql, lockPositionsSql } from './kernel/position-lock.js';
import { supportActsSql } from './work/support-acts.js';

const tables = [
  `create table events (
    -- Readers begin after position 0.
    global_position bigint generated always as identity primary key check (global_position > 0),
    event_id uuid not null,
    stream_id text collate "C" not null,
    stream_version integer not null check (stream_version > 0),
    type text not null,
    schema_version integer not null default 1,
    data jsonb not null,
    metadata jsonb not null,
    recorded_at timestamptz not null default now(),
    constraint events_stream_version unique (stream_id, stream_version),
    constraint events_event_id unique (event_id)
  )`,
  `create table idempotency_records (
    key text collate "C" primary key,
    fingerprint text not null,
    answer jsonb not null,
    recorded_at timestamptz not null default now()
  )`,
  `create index idempotency_records_age on idempotency_records (recorded_at)`,
  `create table checkpoints (
    name text primary key,
    global_position bigint not null default 0,
    transport_id text,
    transport_sequence bigint,
    transport_event_id uuid,
    transport_holes integer not null default 0,
    transport_generation integer not null default 0,
    updated_at timestamptz not null default now()
  )`,
  `create table inbox (
    subscriber text not null,
    event_id uuid not null,
    received_at timestamptz not null default now(),
    primary key (subscriber, event_id)
  )`,
  `create table dead_letters (
    id bigint generated always as identity primary key,
    subscriber text not null,
    event_id uuid,
    subject text not null,
    payload text not null,
    reason text not null,
    attempts integer not null default 1,
    failed_at timestamptz not null default now(),
    replayed_at timestamptz,
    constraint dead_letters_event unique (subscriber, event_id)
  )`,
  'create index dead_letters_open on dead_letters (failed_at) where replayed_at is null',
  `create table work_items (
    id text primary key,
    queue text not null,
    payload jsonb not null,
    available_at timestamptz not null default now(),
    attempts integer not null default 0,
    last_error text,
    created_at timestamptz not null default now(),
    completed_at timestamptz,
    failed_at timestamptz,
    correlation_id text,
    traceparent text
  )`,
  `create index work_items_open on work_items (queue, available_at)
    where completed_at is null and failed_at is null`,
  'create index work_items_given_up on work_items (failed_at) where failed_at is not null',
  'create index work_items_done on work_items (queue, completed_at) where completed_at is not null',
];

const appendOnly = [
  `create function refuse_event_change() returns trigger language plpgsql as $function$
  begin
    raise exception 'events are append-only: % refused', tg_op using errcode = 'restrict_violation';
  end $function$`,
  `create trigger events_append_only before update or delete or truncate on events
    for each statement execute function refuse_event_change()`,
];

/** Makes vacuum freeze rows at its first pass, so that it need not read all of them again after 150 million transactions. */
export const freezeAtOnceSql = (table: string): string => `alter table ${table} set (autovacuum_freeze_min_age = 0)`;

/** Statements for a service's first migration. The owner runs them in the service's schema, in this order. */
export function eventStoreSchemaSql(): string[] {
  const rebuild = `create schema if not exists ${rebuildSchema}`;
  return [
    ...tables,
    ...appendOnly,
    ...supportActsSql,
    appendEventsFunctionSql,
    horizonFunctionSql,
    readEventsSql,
    rebuild,
  ];
}

/** The role may insert and read events, never change them. A service grants privileges on its own tables itself. */
export function grantApplicationRoleSql(role: string): string[] {
  const name = `"${role.replaceAll('"', '""')}"`;
  return [
    `grant select, insert on events to ${name}`,
    `grant select on sequence events_global_position_seq to ${name}`,
    `grant select, insert, delete on idempotency_records to ${name}`,
    `grant select, insert, update, delete on checkpoints, inbox, dead_letters, work_items to ${name}`,
    `grant usage, create on schema ${rebuildSchema} to ${name}`,
  ];
}

/**
 * Reads the last position that any append has taken, then the locks; the caller reads the events afterwards. If an
 * append holds no lock at that time, its events are visible already, or its positions will be above the last one. If no
 * position above `beyond` is taken, the locks are not read.
 */
const horizonFunctionSql = `
create function events_horizon(beyond bigint default 0) returns bigint language plpgsql as $function$
declare
  last_taken bigint := ${lastTakenSql};
begin
  if last_taken <= beyond then
    return last_taken;
  end if;
  return (select least(last_taken, min(last_taken - lock.behind))
    from (select (last_taken - objid::bigint) & 2147483647 as behind from pg_locks
           where locktype = 'advisory' and classid = ${appendClass} and objsubid = 2
             and database = (select oid from pg_database where datname = current_database())) lock
   where lock.behind < 1073741824); -- not one that began after last_taken was read
end $function$`;

/**
 * Returns up to `most` events after a position, up to the horizon, before which no running append can commit an event.
 * The second statement reads in a later snapshot. The settings keep its plan from scanning a table that has grown.
 */
const readEventsSql = `
create function events_after(after_position bigint, most integer) returns setof events
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $function$
declare
  horizon bigint := events_horizon(after_position);
begin
  if horizon > after_position then
    return query select * from events e where e.global_position > after_position and e.global_position <= horizon
      order by e.global_position limit most;
  end if;
end $function$`;

/**
 * Appends the requests of one flush and decides each request separately. The parameters up to `metadata` have one entry
 * per event, those up to `expected_versions` one per stream, the others one per idempotency record. `data`, `metadata`
 * and `answers` are JSON arrays. Results: `known`: the requests whose key existed before. `stale`: ordinals (from 1) of
 * the streams that are not at the expected version; `stale_versions`: the versions of these streams. `positions`: the global positions of the appended events, in order.
 *
 * Keys are checked before versions, so that two copies of a request give a replay, not a conflict. Keys are written
 * before streams, and the caller sorts both, so that two flushes never deadlock. If a transaction takes a stream's next
 * version after the check, unique_violation rolls back the whole flush. The next attempt sees that transaction.
 *
 * The lookups are correlated subqueries on purpose: a cached plan for a join could scan a table that has since grown.
 */
const appendEventsFunctionSql = `
create function append_events(
  request_indexes integer[], stream_ids text[], stream_versions integer[], event_ids uuid[], types text[],
  schema_versions integer[], data jsonb, metadata jsonb,
  checked_requests integer[], checked_streams text[], expected_versions integer[],
  keyed_requests integer[], keys text[], fingerprints text[], answers jsonb,
  out recorded_at_ms float8, out positions text,
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
      select checked.*, coalesce(head.stream_version, 0) as actual_version
        from unnest(checked_requests, checked_streams, expected_versions)
             with ordinality as checked (request, stream_id, expected_version, ordinal)
        left join lateral (select e.stream_version from events e
                            where e.stream_id = checked.stream_id order by e.stream_version desc limit 1) head on true
       where refused is null or checked.request <> all (refused)
    ) asked
   where asked.actual_version <> asked.expected_version;
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
    returning events.global_position
  )
  select string_agg(inserted.global_position::text, ',' order by inserted.global_position) into positions from inserted;

  recorded_at_ms := floor(extract(epoch from now()) * 1000);
end $function$`;
