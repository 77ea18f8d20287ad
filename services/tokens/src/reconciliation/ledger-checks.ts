import { setTimeout as delay } from 'node:timers/promises';
import type { ReconciledRow } from '@candid/contracts';
import { type EventStore, isOwnFollowerSql } from '@candid/event-store';
import type { Database } from '@candid/platform/orm';
import { verifyChain } from '../chain/verify-chain.js';
import type { ExpireHolds } from '../holds/expire-holds.js';
import { LIMITS } from '../kernel/config.js';
import { allTimes, longRead, type TimeRange } from '../ledger/compare-with-events.js';
import { compareBalances } from '../ledger/verified-balances.js';
import { compareSnapshots } from '../snapshots/snapshots.js';
import { onlyByIndexSql } from '../snapshots/snapshots.sql.js';
import {
  type Checks,
  type Finding,
  findingOf,
  rowOf,
  rowOfLink,
  rowOfNotDue,
  rowsOfDifferences,
  rowsOfDue,
} from './check.js';
import { comparePurchases } from './compare-due.js';
import type { DueKind } from './due-bookings.js';
import type { MoneyTrail, TrailFindings } from './money-trail.js';

/** Grace period after a hold's expiry, in which the sweep should end the hold. After it, the hold counts as overdue. */
const holdGraceSeconds = 300;

const unbalancedSql = `select 'event' as kind, 'event ' || p.global_position || ' is off by ' || sum(p.amount) || ' tokens' as detail,
    coalesce((select e.event_id::text from events e where e.global_position = p.global_position), p.global_position::text) as id
  from postings p where p.recorded_at >= $1::timestamptz group by p.global_position having sum(p.amount) <> 0 order by p.global_position`;

const overdueHoldsSql = `select 'transfer' as kind, transfer_id as id, 'hold ' || transfer_id as detail from transfers
  where status = 'pending' and expires_at < $1::timestamptz - make_interval(secs => $2::int) order by expires_at`;

/** Work items and events that were given up, with the ids by which the console replays them. */
const givenUpSql = `select 'work-item' as kind, 'tokens.work.' || id as id, 'work item ' || id as detail
    from work_items where failed_at is not null
  union all select 'dead-letter', 'tokens.' || id as id, 'event ' || coalesce(event_id::text, '?') || ' for ' || subscriber as detail
    from dead_letters where replayed_at is null`;

interface LedgerCheckOptions {
  store: EventStore;
  database: Database;
  now: () => Date;
  expiring: Pick<ExpireHolds, 'run'>;
  isFull: boolean;
  /** Rows recorded before this time belong to closed days. */
  recordedSince: string;
}

/** Checks that need only the ledger's own database. */
export function ledgerChecks(options: LedgerCheckOptions): Checks {
  const { store, database, now, expiring, isFull, recordedSince } = options;
  const recorded: TimeRange = { ...allTimes, from: recordedSince };
  const overdueHolds = () => database.query<ReconciledRow>(overdueHoldsSql, [now().toISOString(), holdGraceSeconds]);
  return {
    'postings-sum-to-zero': async () => {
      const faults = await longRead(database, (session) =>
        session.query<ReconciledRow>(unbalancedSql, [recordedSince]),
      );
      return findingOf(faults, 'every transfer gives what it takes');
    },
    'balances-equal-events': async () => {
      const { accounts, differences } = await compareBalances(database, { isFull, from: recordedSince });
      const faults = await rowsOfDifferences(database, differences);
      return findingOf(faults, `${accounts} accounts are what the events add up to`);
    },
    'snapshots-equal-postings': async () =>
      findingOf(await compareSnapshots(database, recorded), 'what was added up before is what was booked'),
    'no-hold-over-time': async () => {
      const found = await overdueHolds();
      if (found.length > 0) await expiring.run({ atOnce: LIMITS.expiriesAtOnce });
      const left = found.length > 0 ? await overdueHolds() : [];
      return findingOf(left, 'no hold is older than its limit', Math.max(found.length - left.length, 0));
    },
    'purchases-credited-once': async () => {
      const faults = await longRead(database, (session) => comparePurchases(session, recorded));
      return findingOf(faults, 'every paid checkout is credited or about to be');
    },
    'followers-level': async () => {
      const { names, behind, healed } = await followerLevels(store, database);
      const faults = behind.map(({ name, events }) => rowOf('follower', name, `${name} is ${events} events behind`));
      return findingOf(faults, `level with the event table: ${names.join(', ')}`, healed);
    },
    'nothing-given-up': async () => {
      const rows = await database.query<ReconciledRow>(givenUpSql);
      return findingOf(rows, 'no event and no work item waits for a person');
    },
    'chain-whole': async () => {
      const { checked, firstBroken } = await verifyChain(store, { isFull });
      const faults = firstBroken ? [rowOfLink(firstBroken)] : [];
      return findingOf(faults, `${checked} events are as they were written`);
    },
  };
}

/** Checks against the assessments service. All checks use one pass over that service's events. */
export function trailChecks(trail: MoneyTrail): Checks {
  let walked: Promise<TrailFindings> | undefined;
  const findings = (): Promise<TrailFindings> => {
    walked ??= trail.follow();
    return walked;
  };
  return {
    'escrows-equal-open-assessors': async () => {
      const { escrows, openAssessments } = await findings();
      const faults = escrows.map(({ assessmentId: id, escrowTokens, openTokens }) =>
        rowOf(
          'assessment',
          id,
          `assessment ${id} has ${escrowTokens} tokens and needs ${openTokens} for ratings to come`,
        ),
      );
      return findingOf(faults, `${openAssessments} open assessments have 5 tokens for each assessor to come`);
    },
    'ratings-consumed-and-rewarded': async () => bookedOnce(await findings(), ['consume', 'reward'], trail),
    'ended-assessments-refunded-once': async () => bookedOnce(await findings(), ['refund', 'restart'], trail),
  };
}

async function bookedOnce(findings: TrailFindings, kinds: DueKind[], trail: MoneyTrail): Promise<Finding> {
  const { surplus, counts, waiting, healed } = findings;
  const due = rowsOfDue(findings).filter(({ kind }) => kinds.includes(kind));
  const notDue = await trail.notDue(kinds.filter((kind) => surplus[kind] > 0));
  const faults = [...due.map(({ row }) => row), ...notDue.map(rowOfNotDue)];
  const booked = kinds.map((kind) => `${counts[kind]} ${kind}`).join(', ');
  const healedOfKinds = kinds.reduce((sum, kind) => sum + healed[kind], 0);
  return findingOf(faults, `due and booked once: ${booked}; ${waiting} bookings wait`, healedOfKinds);
}

/** Grace period in which a follower should read a new event. After it, the follower counts as behind. */
const graceSeconds = 30;

/** Pauses between checks of a follower that was woken. */
const settling = { pauseMs: 300, looks: 5 } as const;

const behindSql = `select c.name, (select count(*)::int from events e
    where e.global_position > c.global_position
      and e.recorded_at < now() - make_interval(secs => $1::int)) as events
  from checkpoints c where ${isOwnFollowerSql} order by c.name`;

interface Level {
  name: string;
  events: number;
}

/** Wakes followers that are behind and checks them again. `healed` counts those that have caught up. */
async function followerLevels(store: EventStore, database: Database) {
  const levels = await levelsOf(database);
  let behind = behindOf(levels);
  const found = behind.length;
  if (found > 0) store.announceCommit(await store.lastPosition());
  for (let looks = 0; behind.length > 0 && looks < settling.looks; looks += 1) {
    await delay(settling.pauseMs);
    behind = behindOf(await levelsOf(database));
  }
  return { names: levels.map(({ name }) => name), behind, healed: Math.max(found - behind.length, 0) };
}

function levelsOf(database: Database): Promise<Level[]> {
  return database.transaction(async ({ session }) => {
    await session.query(onlyByIndexSql);
    return session.query<Level>(behindSql, [graceSeconds]);
  });
}

const behindOf = (levels: Level[]): Level[] => levels.filter(({ events }) => events > 0);
