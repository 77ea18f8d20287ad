import { setTimeout as delay } from 'node:timers/promises';
import type { ReconciledRow } from '@candid/contracts';
import { type EventStore, inTransaction, isOwnFollowerSql } from '@candid/event-store';
import { verifyChain } from '../chain/verify-chain.js';
import type { ExpireHolds } from '../holds/expire-holds.js';
import { LIMITS } from '../kernel/config.js';
import { allTimes, longRead, type TimeRange } from '../ledger/compare-with-events.js';
import { compareBalances } from '../ledger/verified-balances.js';
import { compareSnapshots } from '../snapshots/snapshots.js';
import { onlyByIndexSql } from '../snapshots/snapshots.sql.js';
import { type Check, type Finding, findingOf, rowsOfDifferences } from './check.js';
import { comparePurchases } from './compare-due.js';
import type { DueKind } from './due-bookings.js';
import type { MoneyTrail, TrailFindings } from './money-trail.js';

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

interface LedgerCheckOptions {
  store: EventStore;
  now: () => Date;
  expiring: Pick<ExpireHolds, 'run'>;
  isFull: boolean;
  /** Rows recorded before are those of closed days. */
  recordedSince: string;
}

/** Checks that need only the ledger's own database. */
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

/** Checks against the assessments service. All share one pass over its events. */
export function trailChecks(trail: MoneyTrail): Check[] {
  let walked: Promise<TrailFindings> | undefined;
  const findings = (): Promise<TrailFindings> => {
    walked ??= trail.follow();
    return walked;
  };
  return [
    {
      name: 'escrows-equal-open-assessors',
      run: async () => {
        const { escrows, openAssessments } = await findings();
        const faults = escrows.map(({ assessmentId, escrowTokens, openTokens }): ReconciledRow => {
          const detail = `assessment ${assessmentId} has ${escrowTokens} tokens and needs ${openTokens} for ratings to come`;
          return { kind: 'assessment', id: assessmentId, detail };
        });
        return findingOf(faults, `${openAssessments} open assessments have 5 tokens for each assessor to come`);
      },
    },
    {
      name: 'ratings-consumed-and-rewarded',
      run: async () => bookedOnce(await findings(), ['consume', 'reward'], trail),
    },
    {
      name: 'ended-assessments-refunded-once',
      run: async () => bookedOnce(await findings(), ['refund', 'restart'], trail),
    },
  ];
}

async function bookedOnce(findings: TrailFindings, kinds: DueKind[], trail: MoneyTrail): Promise<Finding> {
  const { missing, otherAmount, surplus, counts, waiting, healed } = findings;
  const ofKinds = ({ kind }: { kind: DueKind }) => kinds.includes(kind);
  const row = (id: string, detail: string): ReconciledRow => ({ kind: 'transfer', id, detail });
  const tooMany = kinds.filter((kind) => surplus[kind] > 0);
  const faults = [
    ...missing.filter(ofKinds).map(({ transferId, idempotencyKey: key }) => row(transferId, `${key} is not booked`)),
    ...otherAmount
      .filter(ofKinds)
      .map(({ transferId, idempotencyKey: key }) => row(transferId, `${key} is booked with another amount`)),
    ...(await trail.notDue(tooMany)).map(({ transferId, kind }) =>
      row(transferId, `transfer ${transferId} of code ${kind} is not due`),
    ),
  ];
  const booked = kinds.map((kind) => `${counts[kind]} ${kind}`).join(', ');
  const healedOfKinds = kinds.reduce((sum, kind) => sum + healed[kind], 0);
  return findingOf(faults, `due and booked once: ${booked}; ${waiting} bookings wait`, healedOfKinds);
}

/** A follower is behind only once its process has had this long. */
const graceSeconds = 30;

/** After it was woken. */
const settling = { pauseMs: 300, looks: 5 } as const;

const behindSql = `select c.name, (select count(*)::int from events e
    where (e.transaction_id, e.global_position) > (c.transaction_id, c.global_position)
      and e.recorded_at < now() - make_interval(secs => $1::int)) as events
  from checkpoints c where ${isOwnFollowerSql} order by c.name`;

interface Level {
  name: string;
  events: number;
}

interface LevelFindings {
  names: string[];
  behind: Level[];
  /** Followers that were behind and, once woken, are not. */
  healed: number;
}

/** How far each follower of the events has come; those that are behind are woken and looked at again. */
class FollowerLevels {
  constructor(private readonly store: EventStore) {}

  async look(): Promise<LevelFindings> {
    const levels = await this.levels();
    const found = behindOf(levels).length;
    let behind = behindOf(levels);
    if (found > 0) this.store.announceCommit(await this.store.lastPosition());
    for (let looks = 0; behind.length > 0 && looks < settling.looks; looks += 1) {
      await delay(settling.pauseMs);
      behind = behindOf(await this.levels());
    }
    return { names: levels.map(({ name }) => name), behind, healed: Math.max(found - behind.length, 0) };
  }

  private async levels(): Promise<Level[]> {
    return inTransaction(this.store.pool, async (session) => {
      await session.query(onlyByIndexSql);
      return session.query<Level>(behindSql, [graceSeconds]);
    });
  }
}

const behindOf = (levels: Level[]): Level[] => levels.filter(({ events }) => events > 0);
