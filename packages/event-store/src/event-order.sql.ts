import { appendEventsFunctionSql } from './append-events.sql.js';
import { appendClass, lastTakenSql, orderedTransactionId } from './position-lock.sql.js';

const horizonSignature = `function events_horizon(beyond bigint default 0, out transaction_id xid8, out global_position bigint)
language plpgsql`;

/** No event is ever added at or before the horizon: no transaction before the oldest one of the cluster is still running. */
const horizonByTransactionSql = `create or replace ${horizonSignature} as $function$
begin
  transaction_id := pg_snapshot_xmin(pg_current_snapshot());
  global_position := 0;
end $function$`;

/**
 * The last position that anybody has taken comes first, then the locks, then what the caller reads: each as it is at that
 * moment. An append without a lock by then has ended, and its events are seen, or takes positions above the last one. For a
 * caller that is interested only in what is `beyond` a position, the locks are not read if nobody has taken such a one.
 */
const horizonByPositionSql = `create or replace ${horizonSignature} as $function$
declare
  last_taken bigint := ${lastTakenSql};
begin
  transaction_id := '${orderedTransactionId}';
  global_position := last_taken;
  if last_taken <= beyond then
    return;
  end if;
  select least(last_taken, min(last_taken - lock.behind)) into global_position
    from (select (last_taken - objid::bigint) & 2147483647 as behind from pg_locks
           where locktype = 'advisory' and classid = ${appendClass} and objsubid = 2
             and database = (select oid from pg_database where datname = current_database())) lock
   where lock.behind < 1073741824; -- not one that began after last_taken was read
end $function$`;

/**
 * In one transaction, by the owner. The first statement's lock waits for every transaction that has appended under its own id.
 * Processes of a version that reads without `events_horizon` see no later event: none may be running.
 */
export const orderByPositionSql = [
  `alter table events alter transaction_id set default '${orderedTransactionId}'`,
  horizonByPositionSql,
];

/** Restores the order by transaction, which databases of an earlier version have. */
export const orderByTransactionSql = [
  'alter table events alter transaction_id set default pg_current_xact_id()',
  horizonByTransactionSql,
];

/**
 * For a migration; it may run again. A database that nobody has used is ordered by position at once, any other one when an
 * operator says so: a process that has started has checkpoints.
 */
export const eventOrderSql = [
  appendEventsFunctionSql,
  `do $order$
begin
  if not exists (select from events) and not exists (select from checkpoints) then
    ${orderByPositionSql.join(';\n')};
  elsif to_regproc('events_horizon') is null then
    ${horizonByTransactionSql};
  end if;
end $order$`,
];
