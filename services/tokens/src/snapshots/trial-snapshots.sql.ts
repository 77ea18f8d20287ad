import { snapshotsName } from './snapshots-name.js';

/** Postings between two snapshots, at least. */
export const postingsPerSnapshot = 2_000;

/** A trial balance of many accounts has a line for each platform account, one for all users and one for all escrows. */
export const lineOf = (account: string): string =>
  `case when ${account} like 'platform:%' then ${account} else split_part(${account}, ':', 1) || ':*' end`;

export const openTrialSnapshotSql = `insert into trial_snapshots (before, line)
  select 'infinity', jsonb_array_elements_text($1::jsonb) on conflict do nothing`;

/**
 * Into every snapshot of a later moment: into the open one, and where an event is read only after one of its own time
 * was made, into that as well.
 */
export const addToTrialSnapshotsSql = `with change as (
    select ${lineOf('p.account')} as line, p.recorded_at, p.global_position, -least(p.amount, 0) as debits, greatest(p.amount, 0) as credits
      from json_to_recordset($1::json) as place(account text, position bigint)
        join postings p on p.account = place.account and p.global_position = place.position
  ), added as (
    select s.before, s.line, sum(c.debits) as debits, sum(c.credits) as credits, count(*) as postings,
        max(c.recorded_at) as latest, max(c.global_position) as last_position
      from change c join trial_snapshots s on s.line = c.line and s.before > c.recorded_at
     where s.before > (select min(recorded_at) from change) group by s.before, s.line
  )
  update trial_snapshots s set debits = s.debits + added.debits, credits = s.credits + added.credits,
      postings = s.postings + added.postings, latest = greatest(s.latest, added.latest),
      last_position = greatest(s.last_position, added.last_position)
    from added where s.before = added.before and s.line = added.line`;

/** Once the open one has enough that the last one has not: right behind all that it has. */
export const closeTrialSnapshotSql = `with open as (
    select * from trial_snapshots where before = 'infinity'
  ), closed as (
    select coalesce(sum(postings), 0) as postings from trial_snapshots
     where before = (select max(before) from trial_snapshots where before < 'infinity')
  )
  insert into trial_snapshots (before, line, debits, credits, postings, latest, last_position)
  select (select max(latest) from open) + interval '1 microsecond', line, debits, credits, postings, latest,
      last_position
    from open
   where (select sum(postings) from open) - (select postings from closed) >= ${postingsPerSnapshot}
  on conflict do nothing`;

/** Events that the snapshots' follower has yet to read. */
export const unreadEventsSql = `(e.transaction_id, e.global_position) > (
    coalesce((select transaction_id from checkpoints where name = '${snapshotsName}'), '0'::xid8),
    coalesce((select global_position from checkpoints where name = '${snapshotsName}'), 0))`;

/** Of the transaction: what is to be read is little, which the planner, for which a checkpoint is any place, does not know. */
export const onlyByIndexSql = 'set local enable_seqscan = off';

/** All that was recorded before it is in the snapshots. */
export const readUpToSql = `select coalesce(min(e.recorded_at), 'infinity')::text as "readUpTo" from events e
  where ${unreadEventsSql}`;

/**
 * Behind the snapshot $1 and up to the moment $2: those whose figures are not what the postings before them come to. What $1
 * has is taken as it is; from the first posting on where it is the beginning of time.
 */
export const wrongTrialSnapshotsSql = `with kept as (
    select before, line, debits, credits, postings from trial_snapshots
     where before > $1::timestamptz and before <= $2::timestamptz and before < 'infinity'
  ), moment as (
    select before, row_number() over (order by before) - 1 as number from (select distinct before from kept) one
  ), booked as (
    select ${lineOf('p.account')} as line,
        width_bucket(p.recorded_at, (select array_agg(before order by before) from moment)) as number,
        sum(-least(p.amount, 0)) as debits, sum(greatest(p.amount, 0)) as credits, count(*) as postings
      from postings p where p.recorded_at >= $1::timestamptz and p.recorded_at < (select max(before) from moment)
     group by 1, 2
  ), line as (
    select line from kept union select line from booked
  ), expected as (
    select m.before, line.line, coalesce(base.debits, 0) + sum(coalesce(b.debits, 0)) over upto as debits,
        coalesce(base.credits, 0) + sum(coalesce(b.credits, 0)) over upto as credits,
        coalesce(base.postings, 0) + sum(coalesce(b.postings, 0)) over upto as postings
      from moment m cross join line left join booked b on b.number = m.number and b.line = line.line
        left join trial_snapshots base on base.before = $1::timestamptz and base.line = line.line
    window upto as (partition by line.line order by m.number)
  )
  select e.line, e.before::text from expected e left join kept using (before, line)
   where (kept.debits, kept.credits, kept.postings) is distinct from (e.debits, e.credits, e.postings)
   order by e.before, e.line limit $3::int`;
