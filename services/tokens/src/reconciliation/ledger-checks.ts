import type { EventStore } from '@candid/event-store';
import { verifyChain } from '../chain/verify-chain.js';
import { compareWithEvents, type LedgerDifference } from '../ledger/compare-with-events.js';
import { type Check, findingOf } from './check.js';

/** A follower is behind, and a hold is over its time, only once its process has had this long. */
const graceSeconds = { follower: 30, hold: 300 } as const;

const unbalancedSql = `select global_position::text as position, sum(amount)::text as tokens from postings
  group by global_position having sum(amount) <> 0 order by global_position`;

const overdueHoldsSql = `select transfer_id from transfers
  where status = 'pending' and expires_at < $1::timestamptz - make_interval(secs => $2::int) order by expires_at`;

const uncreditedSql = `select c.checkout_id from checkouts c where c.is_paid and not exists (
    select from transfers t where t.code = 'purchase' and t.idempotency_key = 'purchase:' || c.checkout_id
       and t.amount = c.tokens)
   and not exists (select from work_items w where w.id = 'purchase-' || c.checkout_id and w.completed_at is null
       and w.failed_at is null)`;

const unpaidPurchasesSql = `select t.transfer_id from transfers t where t.code = 'purchase' and not exists (
    select from checkouts c where c.is_paid and t.idempotency_key = 'purchase:' || c.checkout_id and t.amount = c.tokens)`;

const behindSql = `select c.name, (select count(*)::int from events e
    where (e.transaction_id, e.global_position) > (c.transaction_id, c.global_position)
      and e.recorded_at < now() - make_interval(secs => $1::int)) as events from checkpoints c`;

const givenUpSql = `select 'work item ' || id as thing from work_items where failed_at is not null
  union all select 'event ' || coalesce(event_id::text, '?') || ' for ' || subscriber from dead_letters where replayed_at is null`;

/** What the ledger can say of itself, from its own database. */
export function ledgerChecks(store: EventStore, now: () => Date): Check[] {
  const { pool } = store;
  const list = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(sql, values)).rows;
  return [
    {
      name: 'postings-sum-to-zero',
      run: async () => {
        const rows = await list<{ position: string; tokens: string }>(unbalancedSql);
        const faults = rows.map(({ position, tokens }) => `event ${position} is off by ${tokens} tokens`);
        return findingOf(faults, 'every transfer gives what it takes');
      },
    },
    {
      name: 'balances-equal-events',
      run: async () => {
        const differences = await compareWithEvents(pool);
        const [row] = await list<{ accounts: number }>('select count(*)::int as accounts from accounts');
        return findingOf(differences.map(textOf), `${row!.accounts} accounts are what the events add up to`);
      },
    },
    {
      name: 'no-hold-over-time',
      run: async () => {
        const rows = await list<{ transfer_id: string }>(overdueHoldsSql, [now().toISOString(), graceSeconds.hold]);
        return findingOf(
          rows.map(({ transfer_id }) => `hold ${transfer_id}`),
          'no hold is older than its limit',
        );
      },
    },
    {
      name: 'purchases-credited-once',
      run: async () => {
        const uncredited = await list<{ checkout_id: string }>(uncreditedSql);
        const unpaid = await list<{ transfer_id: string }>(unpaidPurchasesSql);
        const faults = [
          ...uncredited.map(({ checkout_id }) => `checkout ${checkout_id} is paid and not credited`),
          ...unpaid.map(({ transfer_id }) => `transfer ${transfer_id} credits what nobody paid`),
        ];
        return findingOf(faults, 'every paid checkout is credited or about to be');
      },
    },
    {
      name: 'followers-level',
      run: async () => {
        const rows = await list<{ name: string; events: number }>(behindSql, [graceSeconds.follower]);
        const behind = rows.filter(({ events }) => events > 0);
        const names = rows.map(({ name }) => name).join(', ');
        return findingOf(
          behind.map(({ name, events }) => `${name} is ${events} events behind`),
          `level with the event table: ${names}`,
        );
      },
    },
    {
      name: 'nothing-given-up',
      run: async () => {
        const rows = await list<{ thing: string }>(givenUpSql);
        return findingOf(
          rows.map(({ thing }) => thing),
          'no event and no work item waits for a person',
        );
      },
    },
    {
      name: 'chain-whole',
      run: async () => {
        const { ok, checked, firstBroken } = await verifyChain(store);
        if (ok || !firstBroken) return { ok, figure: 0, detail: `${checked} events are as they were written` };
        const { number, eventId, fault } = firstBroken;
        return { ok, figure: 1, detail: `link ${number}: event ${eventId} is ${fault}` };
      },
    },
  ];
}

function textOf({ table, kind, row }: LedgerDifference): string {
  return `${table}: ${kind} ${JSON.stringify(row)}`;
}
