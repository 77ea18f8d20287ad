import { eventStoreSchemaSql } from '@candid/event-store';
import { leasePartitionsSql } from './leases.sql.js';
import { partitionSql, partitions } from './partition.js';

/** How events are ordered for readers: by transaction as the product does, by position below what appends may still take, or per partition. */
export type Order = 'transaction' | 'position' | 'partition';

/** The event store's schema in each order; the append function keeps its signature, so that the product's own store appends. */
export const schemaSql: Record<Order, () => string[]> = {
  transaction: eventStoreSchemaSql,
  position: () => [
    ...changed(eventStoreSchemaSql(), [
      ['transaction_id xid8 not null default pg_current_xact_id()', `transaction_id xid8 not null default '0'`],
      ['create index events_reading_order on events (transaction_id, global_position)', 'select'],
      ['begin\n  if cardinality(keys) > 0 then', `begin\n  ${lockPositionsSql}\n  if cardinality(keys) > 0 then`],
      ['transaction_id := pg_current_xact_id()::text', `transaction_id := '0'`],
    ]),
    readByPositionSql,
  ],
  partition: () => [
    ...partitionTables,
    ...changed(eventStoreSchemaSql(), [
      ['global_position bigint generated always as identity primary key', 'partition integer, position bigint'],
      ['transaction_id xid8 not null default pg_current_xact_id()', 'primary key (partition, position)'],
      ['create index events_reading_order on events (transaction_id, global_position)', 'select'],
      ['coalesce(head.transaction_id > pg_current_xact_id(), false)', 'false'],
      ['select e.stream_version, e.transaction_id from events', 'select e.stream_version from events'],
      [/ {2}with inserted as \(\n {4}insert into events[\s\S]*?into positions from inserted;/, insertByPartitionSql],
      ['set enable_seqscan = off', 'set enable_seqscan = off\nset enable_hashjoin = off'],
    ]),
  ],
};

const appendClass = 7_601;
const lastPositionSql = `coalesce(pg_sequence_last_value('events_global_position_seq'), 0)`;

/**
 * Taken before the append's first position and held until its transaction ends: the key says which position every one of
 * its own will be above. Shared, so that no append waits for another.
 */
export const lockPositionsSql = `perform pg_advisory_xact_lock_shared(${appendClass}, (${lastPositionSql} & 2147483647)::int);`;

/**
 * First the last position that anybody has taken, then the locks, then the events, each as it is at that moment. An append
 * that holds no lock by then has ended, and its events are seen, or takes positions above the last one.
 */
const readByPositionSql = `
create function read_by_position(after bigint, most integer) returns setof events language plpgsql volatile
set plan_cache_mode = force_generic_plan
as $function$
declare
  last_taken bigint := ${lastPositionSql};
  horizon bigint;
begin
  select least(last_taken, min(last_taken - lock.behind)) into horizon
    from (select (last_taken - objid::bigint) & 2147483647 as behind from pg_locks
           where locktype = 'advisory' and classid = ${appendClass} and objsubid = 2
             and database = (select oid from pg_database where datname = current_database())) lock
   where lock.behind < 1073741824; -- not one that began after last_taken was read
  return query select * from events e
    where e.global_position > after and e.global_position <= horizon order by e.global_position limit most;
end $function$`;

const partitionTables = [
  `create table partition_counters (partition integer primary key, position bigint not null default 0) with (fillfactor = 10)`,
  `insert into partition_counters (partition) select generate_series(0, ${partitions - 1})`,
  `create table partition_checkpoints (partition integer primary key, position bigint not null default 0)`,
  `insert into partition_checkpoints (partition) select generate_series(0, ${partitions - 1})`,
  `create table partition_leases (partition integer primary key, owner text, expires_at timestamptz not null default now())`,
  `insert into partition_leases (partition) select generate_series(0, ${partitions - 1})`,
  'create table partition_owners (owner text primary key, expires_at timestamptz not null)',
  leasePartitionsSql,
];

/** The counters are taken in partition order: without a hash join the plan keeps the order of the subquery. */
export const takePositionsSql = `taken as (
    update partition_counters c set position = c.position + wanted.events
      from (select partition, count(*) as events from new group by partition order by partition) wanted
     where c.partition = wanted.partition
    returning c.partition, c.position - wanted.events as before
  )`;

const insertByPartitionSql = `  with new as materialized (
    select asked.*, ${partitionSql('asked.stream_id')} as partition
      from rows from (unnest(request_indexes), unnest(event_ids), unnest(stream_ids), unnest(stream_versions),
                      unnest(types), unnest(schema_versions), jsonb_array_elements(data), jsonb_array_elements(metadata))
           with ordinality
           as asked (request, event_id, stream_id, stream_version, type, schema_version, data, metadata, ordinal)
     where refused is null or asked.request <> all (refused)
  ), ${takePositionsSql}, inserted as (
    insert into events (partition, position, event_id, stream_id, stream_version, type, schema_version, data, metadata)
    select partition, taken.before + row_number() over (partition by partition order by new.ordinal),
           new.event_id, new.stream_id, new.stream_version, new.type, new.schema_version, new.data, new.metadata
      from new join taken using (partition)
    returning events.position
  )
  select string_agg(inserted.position::text, ',') into positions from inserted;`;

/** Of the ledger's statement in each order. In partitions the postings keep a number of their own. */
export function ledgerSql(statements: readonly string[], order: Order): string[] {
  if (order === 'transaction') return [...statements];
  if (order === 'position') {
    return changed(statements, [
      ['begin\n  if cardinality(new_accounts)', `begin\n  ${lockPositionsSql}\n  if cardinality(new_accounts)`],
    ]);
  }
  return [
    'alter table events add column global_position bigint generated always as identity',
    ...changed(statements, [
      [
        '), event as (',
        `), new as materialized (
    select entry.*, ${partitionSql('entry.transfer_id::text')} as partition from entry
  ), ${takePositionsSql}, event as (`,
      ],
      ['insert into events (event_id', 'insert into events (partition, position, event_id'],
      [
        'select case when entry.expected_version = 0',
        `select entry.partition,
           taken.before + row_number() over (partition by entry.partition order by entry.i),
           case when entry.expected_version = 0`,
      ],
      [
        '      from entry\n    returning',
        '      from new entry join taken using (partition) order by entry.i\n    returning',
      ],
    ]),
  ];
}

/** Throws where the product's SQL no longer has what is replaced. */
function changed(statements: readonly string[], changes: readonly (readonly [string | RegExp, string])[]): string[] {
  return changes.reduce((texts: readonly string[], [from, to]) => {
    const index = texts.findIndex((text) => (typeof from === 'string' ? text.includes(from) : from.test(text)));
    if (index === -1) throw new Error(`no statement has ${from}`);
    return texts.with(
      index,
      texts[index]!.replace(from, () => to),
    );
  }, statements) as string[];
}
