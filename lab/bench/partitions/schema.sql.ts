import { eventStoreSchemaSql } from '@candid/event-store';

/** Number of event positions per partition. */
const size = 1_000_000_000;

/**
 * Partitions events by ranges of their position. A stream's versions are unique only within a partition, so the append
 * function looks for the stream's last event in all partitions. The last partition takes new events.
 */
export function partitionedSql(partitions: number): string[] {
  return [
    'alter table events rename to events_0',
    'alter table events_0 alter global_position drop identity',
    'create table events (like events_0 including defaults including constraints) partition by range (global_position)',
    'alter table events alter global_position add generated always as identity',
    'alter table events add primary key (global_position)',
    ...Array.from({ length: partitions }, (_, index) => [
      ...(index === 0 ? [] : [`create table events_${index} (like events_0 including all excluding identity)`]),
      `alter table events attach partition events_${index} for values from (${index * size}) to (${(index + 1) * size})`,
    ]).flat(),
  ];
}

export const enterPartitionSql = (index: number): string =>
  `select setval('events_global_position_seq', ${index * size + 1})`;

/** Returns the append function in a variant that keeps each stream's version in a separate table. */
export function headsSql(): string[] {
  const append = eventStoreSchemaSql().find((statement) => statement.includes('create function append_events'))!;
  const changed = append
    .replace(
      /left join lateral \(select[\s\S]*?limit 1\) head on true/,
      'left join stream_heads head using (stream_id)',
    )
    .replace('  transaction_id := pg_current_xact_id()::text;', `${moveHeadsSql}\n$&`);
  if (!changed.includes('stream_heads head') || !changed.includes(moveHeadsSql))
    throw new Error('the function is another');
  return [
    `create table stream_heads (
      stream_id text collate "C" primary key, stream_version integer not null, transaction_id xid8 not null
    ) with (fillfactor = 70)`,
    'drop function append_events',
    changed,
  ];
}

const moveHeadsSql = `insert into stream_heads as h (stream_id, stream_version, transaction_id)
  select new.stream_id, max(new.stream_version), pg_current_xact_id()
    from rows from (unnest(request_indexes), unnest(stream_ids), unnest(stream_versions)) as new (request, stream_id, stream_version)
   where refused is null or new.request <> all (refused)
   group by new.stream_id order by new.stream_id
  on conflict (stream_id) do update set stream_version = excluded.stream_version, transaction_id = excluded.transaction_id;`;

export const fillHeadsSql = `insert into stream_heads
  select stream_id, max(stream_version), max(transaction_id::text::bigint)::text::xid8 from events group by stream_id`;
