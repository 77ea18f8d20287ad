import { createHash } from 'node:crypto';

/** A user with an entry in half of all transfers. */
export const busyUser = '00000000-0000-4000-8000-000000000000';

export const filledTables = ['events', 'transfers', 'postings', 'accounts', 'ledger_chain'];

/** `end` is the time of the last transfer, in SQL. */
const usual = { people: 1_000, escrows: 3_500, end: `date_trunc('milliseconds', now())` };
const days = 100;
const transfersOfAssessment = 20;
const unusedPosition = 1_000_000;
const assessmentsLeftOpen = 10;

/** Returns SQL that computes an id from a number. Sets its version digit, because the contract requires a known version. */
const idOf = (kind: string, number: string): string =>
  `overlay(overlay(md5('${kind}' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Returns the transfer id that the SQL below computes from the same number. */
export const transferOf = (number: number): string =>
  createHash('md5')
    .update(`transfer${number}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
export const requestOf = (number: number): string => `request-${number}`;

/**
 * Fills a ledger with transfers over a hundred days, twenty per assessment: a grant of 45 tokens, their hold, eight
 * consumptions of 5 tokens, a refund of the rest, and nine rewards to other people. Open assessments have another reward
 * instead of the refund. Half of all user entries belong to `busyUser`. Events, transfers, postings with running
 * balances, accounts and links are as the service writes them, except that the links' hashes are not computed.
 */
export function loadLedgerSql(transfers: number, { people, escrows, end } = usual): string[] {
  const owner = `case when k % 2 = 0 then 'user:${busyUser}' else 'user:' || ${idOf('user', `(k % ${people})`)} end`;
  const rater = `case when i % 2 = 0 then 'user:${busyUser}' else 'user:' || ${idOf('user', `(i % ${people})`)} end`;
  const escrow = `'escrow:' || ${idOf('escrow', `(k % ${escrows})`)}`;
  return [
    `create table planned as
     select i, ${idOf('transfer', 'i')} as transfer_id, leg.code, leg.debit, leg.credit, leg.amount,
         ${end} - interval '${days} days' + i * (interval '${days} days' / ${transfers}) as at
       from (select i, i / ${transfersOfAssessment} as k, i % ${transfersOfAssessment} as step
               from generate_series(0, ${transfers - 1}) i) one,
         lateral (select case when step = 0 then 'grant' when step = 1 then 'hold' when step < 10 then 'consume'
               when step = 10 and (k >= ${assessmentsLeftOpen * 50} or k % 50 > 0) then 'refund' else 'reward' end as code) kind,
         lateral (select code,
             case code when 'grant' then 'platform:grants' when 'hold' then ${owner} when 'reward' then 'platform:rewards'
               else ${escrow} end as debit,
             case code when 'consume' then 'platform:revenue' when 'hold' then ${escrow} when 'reward' then ${rater}
               else ${owner} end as credit,
             case when code in ('grant', 'hold') then 45 else 5 end as amount) leg`,
    `insert into events (event_id, stream_id, stream_version, type, data, metadata, recorded_at)
     select transfer_id, 'transfer-' || transfer_id, 1, 'TransferPosted',
       jsonb_build_object('code', code, 'idempotencyKey', 'bench:' || i, 'effectiveAt', at,
         'postings', jsonb_build_object(debit, -amount, credit, amount), 'availableTokens', 0),
       jsonb_build_object('correlationId', 'request-' || i, 'causationId', ${idOf('cause', 'i')}, 'actor', 'tokens-worker'), at
     from planned order by i`,
    `insert into transfers (transfer_id, version, status, code, amount, idempotency_key, cause_event_id, correlation_id, actor,
       effective_at, recorded_at)
     select transfer_id, 1, 'posted', code, amount, 'bench:' || i, ${idOf('cause', 'i')}, 'request-' || i, 'tokens-worker', at, at
     from planned order by i`,
    `insert into postings (account, global_position, transfer_id, recorded_at, amount, balance)
     select account, global_position, transfer_id, at, change, case when account like 'platform:%' then null
         else sum(change) over (partition by account order by global_position) end
       from (select e.global_position, p.transfer_id, p.at, leg.account, leg.change from planned p
               join events e on e.event_id = p.transfer_id,
               lateral (values (p.debit, -p.amount), (p.credit, p.amount)) leg(account, change)) entry
      order by global_position`,
    `insert into accounts (account, posted)
     select account, sum(amount) from postings where account not like 'platform:%' group by account`,
    `insert into ledger_chain (number, event_id, correlation_id, hash)
     select row_number() over (order by global_position), event_id, metadata->>'correlationId',
       sha256(event_id::text::bytea) from events`,
    'drop table planned',
  ];
}

/** Adds rewards of one user for a long statement, at positions after all other positions of the ledger. */
export function loadStatementSql(userId: string, entries: number): string[] {
  const at = `now() - interval '${days} days' + i * (interval '${days} days' / ${entries})`;
  const account = `'user:${userId}'`;
  const id = idOf(userId, 'i');
  return [
    `insert into transfers (transfer_id, version, status, code, amount, idempotency_key, cause_event_id, correlation_id, actor,
       effective_at, recorded_at)
     select ${id}, 1, 'posted', 'reward', 5, 'bench:' || i, ${idOf('cause', 'i')}, 'request-' || i, 'tokens-worker', ${at}, ${at}
     from generate_series(1, ${entries}) i`,
    `insert into postings (account, global_position, transfer_id, recorded_at, amount, balance)
     select ${account}, ${unusedPosition} + i, ${id}, ${at}, 5, 5 * i from generate_series(1, ${entries}) i`,
    `insert into accounts (account, posted) values (${account}, ${5 * entries})
     on conflict (account) do update set posted = excluded.posted`,
  ];
}
