import type { ReconciledRow } from '@candid/contracts';
import type { EventStore } from '@candid/event-store';
import { verifyChain } from '../chain/verify-chain.js';
import { LIMITS } from '../config.js';
import type { ExpireHolds } from '../holds/expire-holds.js';
import { allTimes, type TimeRange } from '../ledger/compare-range.js';
import { longRead } from '../ledger/long-read.js';
import { compareBalances } from '../ledger/verified-balances.js';
import { compareSnapshots } from '../snapshots/compare-snapshots.js';
import { type Check, findingOf } from './check.js';
import { comparePurchases } from './compare-purchases.js';
import { rowsOfDifferences } from './difference-rows.js';
import { FollowerLevels } from './follower-levels.js';

/** A hold is over its time only once its process has had this long. */
const holdGraceSeconds = 300;

const unbalancedSql = `select p.global_position::text as position, sum(p.amount)::text as tokens,
    (select e.event_id from events e where e.global_position = p.global_position) as event_id
  from postings p where p.recorded_at >= $1::timestamptz group by p.global_position having sum(p.amount) <> 0 order by p.global_position`;

const overdueHoldsSql = `select transfer_id from transfers
  where status = 'pending' and expires_at < $1::timestamptz - make_interval(secs => $2::int) order by expires_at`;

/** Under the ids by which the console replays them. */
const givenUpSql = `select 'work-item' as kind, 'tokens.work.' || id as id, 'work item ' || id as detail
    from work_items where failed_at is not null
  union all select 'dead-letter', 'tokens.' || id, 'event ' || coalesce(event_id::text, '?') || ' for ' || subscriber
    from dead_letters where replayed_at is null`;

interface Unbalanced {
  position: string;
  tokens: string;
  event_id: string | null;
}

export interface LedgerCheckOptions {
  store: EventStore;
  now: () => Date;
  expiring: Pick<ExpireHolds, 'run'>;
  /** From the first event on, instead of from where it was last found right. */
  isFull: boolean;
  /** Rows recorded before are those of closed days. */
  recordedSince: string;
}

/** What the ledger can say of itself, from its own database. */
export function ledgerChecks({ store, now, expiring, isFull, recordedSince }: LedgerCheckOptions): Check[] {
  const { pool } = store;
  const recorded: TimeRange = { ...allTimes, from: recordedSince };
  const list = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(sql, values)).rows;
  const overdueHolds = () => list<{ transfer_id: string }>(overdueHoldsSql, [now().toISOString(), holdGraceSeconds]);
  return [
    {
      name: 'postings-sum-to-zero',
      run: async () => {
        const rows = await longRead(pool, (session) => session.query<Unbalanced>(unbalancedSql, [recordedSince]));
        const faults = rows.map(({ position, tokens, event_id }): ReconciledRow => {
          return { kind: 'event', id: event_id ?? position, detail: `event ${position} is off by ${tokens} tokens` };
        });
        return findingOf(faults, 'every transfer gives what it takes');
      },
    },
    {
      name: 'balances-equal-events',
      run: async () => {
        const { accounts, differences } = await compareBalances(pool, { isFull, from: recordedSince });
        return findingOf(
          await rowsOfDifferences(store, differences),
          `${accounts} accounts are what the events add up to`,
        );
      },
    },
    {
      name: 'snapshots-equal-postings',
      run: async () => findingOf(await compareSnapshots(pool, recorded), 'what was added up before is what was booked'),
    },
    {
      name: 'no-hold-over-time',
      run: async () => {
        const found = await overdueHolds();
        if (found.length > 0) await expiring.run({ atOnce: LIMITS.expiriesAtOnce });
        const left = found.length > 0 ? await overdueHolds() : [];
        const faults = left.map(
          ({ transfer_id: id }): ReconciledRow => ({ kind: 'transfer', id, detail: `hold ${id}` }),
        );
        return findingOf(faults, 'no hold is older than its limit', Math.max(found.length - left.length, 0));
      },
    },
    {
      name: 'purchases-credited-once',
      run: async () => {
        const faults = await longRead(pool, (session) => comparePurchases(session, recorded));
        return findingOf(faults, 'every paid checkout is credited or about to be');
      },
    },
    {
      name: 'followers-level',
      run: async () => {
        const { names, behind, healed } = await new FollowerLevels(store).look();
        const faults = behind.map(({ name: id, events }): ReconciledRow => {
          return { kind: 'follower', id, detail: `${id} is ${events} events behind` };
        });
        return findingOf(faults, `level with the event table: ${names.join(', ')}`, healed);
      },
    },
    {
      name: 'nothing-given-up',
      run: async () => findingOf(await list<ReconciledRow>(givenUpSql), 'no event and no work item waits for a person'),
    },
    {
      name: 'chain-whole',
      run: async () => {
        const { checked, firstBroken } = await verifyChain(store, { isFull });
        if (!firstBroken) return findingOf([], `${checked} events are as they were written`);
        const { number, eventId, fault } = firstBroken;
        const detail = `link ${number}: event ${eventId} is ${fault}`;
        return findingOf([{ kind: 'event', id: eventId, detail }], '');
      },
    },
  ];
}
