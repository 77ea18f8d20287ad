import { freshPrefix } from './new-transfers.js';

const last = '(select max(global_position) as global_position from events)';
const mark = 'coalesce(sum((posted * 31 + held) * (hashtext(account) >> 12)), 0)';

/** Creates the state after runs without findings: all loaded rows are verified, and all days up to yesterday closed. */
export const closePastSql = [
  `insert into account_snapshots (account, recorded_at, global_position, debits, credits, totals)
   select account, recorded_at, global_position, 0, 0, '{}' from (
     select account, recorded_at, global_position, row_number() over (partition by account order by global_position) as number
       from postings where balance is not null) entry where number % 32 = 0`,
  `insert into trial_snapshots (before, line, debits, credits, postings, latest, last_position)
   select moment, line, debits, credits, postings, latest, last_position
     from (
       select case when account like 'platform:%' then account else split_part(account, ':', 1) || ':*' end as line,
           sum(-least(amount, 0)) as debits, sum(greatest(amount, 0)) as credits, count(*) as postings,
           max(recorded_at) as latest, max(global_position) as last_position, max(max(recorded_at)) over () as max_at
         from postings group by 1) sums, unnest(array[max_at + interval '1 microsecond', 'infinity']) moment`,
  `insert into checkpoints (name, global_position)
   select name, global_position from unnest(array['ledger-chain', 'ledger-snapshots']) name, ${last} place`,
  `insert into verified_chain (is_full, number, hash, global_position)
   select true, number, hash, global_position
     from (select number, hash from ledger_chain order by number desc limit 1) link, ${last} place`,
  'insert into verified_balances select account, posted, held from accounts',
  `insert into verified_ledger (before_position, accounts_mark) select events_horizon(), ${mark} from accounts`,
  `insert into verified_escrows select substr(account, 8), posted from accounts where account like 'escrow:%' and posted > 0`,
  `insert into verified_trail (assessments_cursor, before_position, counts)
   select null, events_horizon(), jsonb_object_agg(kind, coalesce(transfers, 0))
     from unnest(array['consume', 'reward', 'refund', 'restart']) kind
       left join (select code, count(*) as transfers from transfers group by code) booked on booked.code = kind`,
  `insert into closed_days (day, last_position, link_number, link_hash, global_position, booked, due, pending, verified_at)
   select (now() at time zone 'UTC')::date - 1, place.global_position, link.number, link.hash,
     place.global_position, '{}', '{}', '[]', now()
     from (select number, hash from ledger_chain order by number desc limit 1) link, ${last} place`,
  'create table kept_trail as table verified_trail',
  'create table kept_ledger as table verified_ledger',
];

/** Restores the state before the new transfers were verified. */
export const openPastSql = [
  'delete from verified_chain where id > (select min(id) from verified_chain)',
  `delete from verified_balances where account >= 'user:${freshPrefix}' and account < 'user:${freshPrefix}~'`,
  `delete from verified_balances where account >= 'escrow:${freshPrefix}' and account < 'escrow:${freshPrefix}~'`,
  `delete from verified_escrows where assessment_id like '${freshPrefix}%'`,
  'delete from open_bookings',
  'delete from verified_trail',
  'insert into verified_trail table kept_trail',
  'delete from verified_ledger',
  'insert into verified_ledger table kept_ledger',
];
