import { lineOf } from '../snapshots/trial-snapshots.sql.js';

/** The last snapshot of a moment not after $1 that has all that was recorded before it. */
export const snapshotSql = `select coalesce(max(before), '-infinity')::text as before from trial_snapshots
  where before <= least($1::timestamptz, $2::timestamptz) and before < 'infinity'`;

/** One line for each platform account, for all users and for all escrows: the snapshot $1, and what was booked from then to $2. */
export const summarySql = `with part as (
    select line, debits, credits from trial_snapshots where before = $1::timestamptz
    union all
    select ${lineOf('p.account')}, -least(p.amount, 0), greatest(p.amount, 0)
      from postings p where p.recorded_at >= $1::timestamptz and p.recorded_at <= $2::timestamptz
  )
  select line as account, sum(debits)::text as debits, sum(credits)::text as credits from part group by line
  having count(*) filter (where debits + credits > 0) > 0`;

/** Behind it is no posting of a time up to $1. Null where the snapshots do not have all of those, which they have up to $2. */
export const lastPositionSql = `select max(last_position)::text as position from trial_snapshots
  where $1::timestamptz < $2::timestamptz
    and before = (select min(before) from trial_snapshots where before > $1::timestamptz)`;

/** One line for each user and escrow: its last snapshot by $1, and its entries behind that, to $1 in time and to the position $2. */
export const accountsSql = `select a.account, (coalesce(last.debits, 0) + added.debits)::text as debits,
    (coalesce(last.credits, 0) + added.credits)::text as credits
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
