import type { SqlSession } from '@candid/event-store';

export const snapshotsName = 'ledger-snapshots';

/** Minimum number of entries between two snapshots of an account. The maximum is higher by one follower batch. */
const entriesPerSnapshot = 32;

/** Looks up the codes of a few postings `p` by key, even if the planner expects many postings. */
export const eachCodeSql =
  'cross join lateral (select code from transfers where transfer_id = p.transfer_id offset 0) t';

/**
 * Computes rows of `account_snapshots`: an account's last snapshot plus its later entries up to a position. Columns
 * of `due`: `account`; `position`; the last snapshot's position `since`, its `totals` and its time `latest`.
 */
const snapshotsSql = (codeJoin: string) => `known as (
    select due.account, due.position, due.latest as recorded_at, code, (total->>'entries')::bigint as entries,
        (total->>'debits')::bigint as debits, (total->>'credits')::bigint as credits
      from due, jsonb_each(due.totals) as before(code, total)
  ), added as (
    select due.account, due.position, max(p.recorded_at) as recorded_at, t.code, count(*) as entries,
        coalesce(sum(-p.amount) filter (where p.amount < 0), 0) as debits,
        coalesce(sum(p.amount) filter (where p.amount > 0), 0) as credits
      from due join postings p on p.account = due.account and p.global_position > due.since
          and p.global_position <= due.position
        ${codeJoin}
     group by due.account, due.position, t.code
  ), total as (
    select account, position, max(recorded_at) as recorded_at, code, sum(entries)::bigint as entries,
        sum(debits)::bigint as debits, sum(credits)::bigint as credits
      from (select * from known union all select * from added) part group by account, position, code
  ), snapshot as (
    select account, max(recorded_at) as recorded_at, position as global_position, sum(debits)::bigint as debits,
        sum(credits)::bigint as credits,
        jsonb_object_agg(code, jsonb_build_object('entries', entries, 'debits', debits, 'credits', credits)) as totals
      from total group by account, position
  )`;

/** Transfers lock users and escrows, so their postings become visible in the order of positions. */
export const addAccountSnapshotsSql = `with touched as (
    select account, max(position) as position from json_to_recordset($1::json) as place(account text, position bigint)
     where account not like 'platform:%' group by account
  ), due as (
    select touched.account, coalesce(last.global_position, 0) as since, touched.position,
        coalesce(last.totals, '{}') as totals, last.recorded_at as latest
      from touched left join lateral (
        select s.recorded_at, s.global_position, s.totals from account_snapshots s where s.account = touched.account
         order by s.recorded_at desc, s.global_position desc limit 1
      ) last on true
     where ${entriesPerSnapshot} <= (
        select count(*) from postings p where p.account = touched.account
           and p.global_position > coalesce(last.global_position, 0) and p.global_position <= touched.position)
  ), ${snapshotsSql(eachCodeSql)}
  insert into account_snapshots (account, recorded_at, global_position, debits, credits, totals)
  select account, recorded_at, global_position, debits, credits, totals from snapshot`;

/** Selects at most $3 snapshots between $1 and $2 that differ from the previous snapshot plus the later postings. */
export const wrongAccountSnapshotsSql = `with kept as (
    select s.*, coalesce(previous.global_position, 0) as since, coalesce(previous.totals, '{}') as totals_before,
        previous.recorded_at as latest
      from account_snapshots s left join lateral (
        select p.global_position, p.totals, p.recorded_at from account_snapshots p
         where p.account = s.account and (p.recorded_at, p.global_position) < (s.recorded_at, s.global_position)
         order by p.recorded_at desc, p.global_position desc limit 1
      ) previous on true
     where s.recorded_at >= $1::timestamptz and s.recorded_at < $2::timestamptz
  ), due as (
    select account, since, global_position as position, totals_before as totals, latest from kept
  ), ${snapshotsSql('join transfers t using (transfer_id)')}
  select distinct on (account) account as id,
      'the snapshot of ' || account || ' at ' || kept.global_position || ' is not what its postings come to' as detail
    from kept left join snapshot made using (account, global_position)
   where (made.recorded_at, made.debits, made.credits, made.totals)
       is distinct from (kept.recorded_at, kept.debits, kept.credits, kept.totals)
   order by account, kept.global_position limit $3::int`;

/** Minimum number of postings between two snapshots. */
export const postingsPerSnapshot = 2_000;

/** Returns SQL for an account's line: each platform account has its own, all users share one, all escrows another. */
export const lineOf = (account: string): string =>
  `case when ${account} like 'platform:%' then ${account} else split_part(${account}, ':', 1) || ':*' end`;

export const openTrialSnapshotSql = `insert into trial_snapshots (before, line)
  select 'infinity', jsonb_array_elements_text($1::jsonb) on conflict do nothing`;

/** Adds each posting to the open snapshot, and to the already closed snapshots of later times. */
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

/** If the open snapshot has `postingsPerSnapshot` new postings, closes it right after the latest posting. */
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

/** Events that the snapshots' follower has not read yet. */
export const unreadEventsSql = `e.global_position >
    coalesce((select global_position from checkpoints where name = '${snapshotsName}'), 0)`;

/** Applies until the transaction ends. The planner cannot know that only few events follow the checkpoint. */
export const onlyByIndexSql = 'set local enable_seqscan = off';

/** The snapshots contain everything that was recorded before this time. */
const readUpToSql = `select coalesce(min(e.recorded_at), 'infinity')::text as "readUpTo" from events e
  where ${unreadEventsSql}`;

export const readUpToOf = async (session: SqlSession): Promise<string> =>
  (await session.query<{ readUpTo: string }>(readUpToSql))[0]!.readUpTo;

/**
 * Snapshots after $1, up to $2, whose figures differ from the postings before them. The figures of snapshot $1 count as
 * right. If $1 is '-infinity', the query adds up all postings.
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
  select e.line as id, 'the snapshot of ' || e.line || ' before ' || e.before || ' is not what was booked' as detail
    from expected e left join kept using (before, line)
   where (kept.debits, kept.credits, kept.postings) is distinct from (e.debits, e.credits, e.postings)
   order by e.before, e.line limit $3::int`;

const lastSnapshotSql = `select coalesce(max(before), '-infinity')::text as before from trial_snapshots
  where before <= least($1::timestamptz, $2::timestamptz) and before < 'infinity'`;

/** Returns the time of the last complete snapshot at or before `time`. */
export async function lastSnapshotBy(session: SqlSession, time: string, readUpTo: string): Promise<string> {
  return (await session.query<{ before: string }>(lastSnapshotSql, [time, readUpTo]))[0]!.before;
}

/** Totals of each line (see `lineOf`) up to $2: the snapshot of $1 plus the postings from $1 to $2. */
export const summarySql = `with part as (
    select line, debits, credits from trial_snapshots where before = $1::timestamptz
    union all
    select ${lineOf('p.account')}, -least(p.amount, 0), greatest(p.amount, 0)
      from postings p where p.recorded_at >= $1::timestamptz and p.recorded_at <= $2::timestamptz
  )
  select line as account, sum(debits)::float8 as debits, sum(credits)::float8 as credits from part group by line
  having count(*) filter (where debits + credits > 0) > 0`;

/** A position that no posting up to $1 exceeds. The snapshots are complete up to $2. Null if $1 is not before $2. */
export const lastPositionSql = `select max(last_position)::text as position from trial_snapshots
  where $1::timestamptz < $2::timestamptz
    and before = (select min(before) from trial_snapshots where before > $1::timestamptz)`;

/** Totals of each user and escrow at time $1: the last snapshot plus the later entries up to position $2. */
export const accountsSql = `select a.account, (coalesce(last.debits, 0) + added.debits)::float8 as debits,
    (coalesce(last.credits, 0) + added.credits)::float8 as credits
  from accounts a left join lateral (
    select s.global_position, s.debits, s.credits from account_snapshots s
     where s.account = a.account and s.recorded_at <= $1::timestamptz
     order by s.recorded_at desc, s.global_position desc limit 1
  ) last on true cross join lateral (
    select coalesce(sum(-least(p.amount, 0)), 0) as debits, coalesce(sum(greatest(p.amount, 0)), 0) as credits
      from postings p where p.account = a.account and p.global_position > coalesce(last.global_position, 0)
       and p.global_position <= $2::bigint and p.recorded_at <= $1::timestamptz
  ) added
 where last.debits is not null or added.debits + added.credits > 0`;
