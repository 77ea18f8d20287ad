/** Entries between two snapshots of an account, at least; at most, so many more as one batch of the follower has. */
export const entriesPerSnapshot = 32;

/** For few postings `p`: by the key, whatever the planner takes their number for. */
export const eachCodeSql =
  'cross join lateral (select code from transfers where transfer_id = p.transfer_id offset 0) t';

/**
 * The account's last snapshot with what the entries behind it add, up to a position: the rows of `account_snapshots` to be.
 * `due` has account, since, position, and of that last one the totals and the latest time.
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

/** A transfer locks users and escrows: their postings are seen in the order of their positions. */
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

/** Snapshots recorded from $1 on and before $2 that are not the one before with the postings in between; $3 of them at most. */
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
  select distinct on (account) account, kept.global_position::text as position
    from kept left join snapshot made using (account, global_position)
   where (made.recorded_at, made.debits, made.credits, made.totals)
       is distinct from (kept.recorded_at, kept.debits, kept.credits, kept.totals)
   order by account, kept.global_position limit $3::int`;
