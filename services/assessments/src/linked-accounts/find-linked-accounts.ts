import { randomUUID } from 'node:crypto';
import { type LinkedAccounts, RETENTION, linkedAccountsRpc as rpc } from '@candid/contracts';
import { EventStore, inTransaction, type SqlSession, sessionOfClient } from '@candid/event-store';
import { RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Injectable } from '@nestjs/common';
import { cutPage, exactTime, isoTime, placeAfter } from '../kernel/paging.js';
import { lockRemaining } from '../participants/participants.rows.js';
import { type LinkedGroup, type LinkPolicy, mutualGroups, networkGroups } from './linked-accounts.js';
import { givingsBeyondChance, pairsInStep, rewardPairs } from './submission-habits.js';

/** Timeout of one query; a million submissions take 12 s. A read-only transaction delays no reader of events. */
const QUERY_TIMEOUT_MS = 300_000;

interface LinkSearch extends LinkPolicy {
  everyMs: number;
}

/**
 * Finds accounts that mostly rate one another, or that share a network and a habit, and shows them to support. Reports by
 * linked accounts count as one (`moderation/reporter.ts`); ratings are not affected. It reads the last 30 days in three queries and writes the few results in one short transaction.
 */
@Injectable()
export class FindLinkedAccounts {
  constructor(private readonly store: EventStore) {}

  /** @returns the number of groups found; undefined if no search is due */
  async run(now: Date, search: LinkSearch): Promise<number | undefined> {
    const session = sessionOfClient(this.store.pool);
    if (!(await beginSearch(session, now, search.everyMs))) return undefined;
    const window = { ...search, since: new Date(now.getTime() - RETENTION.submissionNetworkMs) };
    const { mutual, onNetworks } = await inTransaction(this.store.pool, async (reading) => {
      await reading.query('set transaction read only');
      await reading.query(`set local statement_timeout = ${QUERY_TIMEOUT_MS}`);
      const steps = await pairsInStep(reading, window);
      const rewards = await rewardPairs(reading, window);
      return { mutual: await givingsBeyondChance(reading, window), onNetworks: [...steps, ...rewards] };
    });
    const groups = [...mutualGroups(mutual.givings, mutual.given, search), ...networkGroups(onNetworks)];
    await inTransaction(this.store.pool, (within) => replaceLinkedGroups(within, groups, now));
    return groups.length;
  }
}

export const linkedAccountsTables = [
  `create table linked_group (
    group_id uuid primary key,
    kind text not null check (kind in ('mutual', 'network')),
    since timestamptz not null,
    reasons jsonb not null
  )`,
  'create index linked_group_by_time on linked_group (since desc, group_id desc)',
  `create table linked_account (
    group_id uuid not null references linked_group (group_id) on delete cascade,
    user_id uuid not null,
    primary key (group_id, user_id)
  )`,
  'create index linked_account_by_user on linked_account (user_id)',
  `create table linked_accounts_search (
    only_row boolean primary key default true check (only_row),
    begun_at timestamptz not null
  )`,
];

/** Returns true if a search is due. Only one process gets true, at most once per `everyMs`. */
async function beginSearch(session: SqlSession, now: Date, everyMs: number): Promise<boolean> {
  const rows = await session.query(
    `insert into linked_accounts_search as s (begun_at) values ($1::timestamptz)
     on conflict (only_row) do update set begun_at = excluded.begun_at where s.begun_at <= $2::timestamptz returning begun_at`,
    [now.toISOString(), new Date(now.getTime() - everyMs).toISOString()],
  );
  return rows.length === 1;
}

/**
 * Needs a transaction. A group that shares at least half of its members with an earlier group of its kind keeps the earlier id and
 * time. Groups that were not found again are removed. Members whose account is deleted are left out.
 */
export async function replaceLinkedGroups(
  session: SqlSession,
  groups: readonly LinkedGroup[],
  now: Date,
): Promise<void> {
  // Locks before it deletes, in the same order as the deletion of an account, so that the two cannot deadlock.
  const remaining = await lockRemaining(
    session,
    groups.flatMap(({ members }) => members),
  );
  const earlier = await session.query<{ group_id: string; kind: string; since: Date; members: string[] }>(
    `select group_id, kind, since, array_agg(user_id::text) as members from linked_group join linked_account using (group_id)
      group by group_id`,
  );
  await session.query('delete from linked_group');
  const taken = new Set<string>();
  for (const { kind, members: found, reasons } of groups) {
    const members = found.filter((member) => remaining.has(member));
    if (members.length < 2) continue;
    const known = earlier.find(
      (group) =>
        group.kind === kind &&
        !taken.has(group.group_id) &&
        2 * group.members.filter((member) => members.includes(member)).length >= members.length,
    );
    const groupId = known?.group_id ?? randomUUID();
    taken.add(groupId);
    await session.query(
      'insert into linked_group (group_id, kind, since, reasons) values ($1, $2, $3::timestamptz, $4::jsonb)',
      [groupId, kind, (known?.since ?? now).toISOString(), JSON.stringify(reasons)],
    );
    await session.query('insert into linked_account (group_id, user_id) select $1, unnest($2::uuid[])', [
      groupId,
      members,
    ]);
  }
}

/** Removes a deleted account from all groups, and removes groups with only one member left. */
export async function forgetLinksOf(session: SqlSession, userId: string): Promise<void> {
  await session.query('delete from recent_submission where assessor_id = $1 or owner_id = $1', [userId]);
  await session.query('delete from linked_account where user_id = $1', [userId]);
  await session.query(
    'delete from linked_group g where (select count(*) from linked_account a where a.group_id = g.group_id) < 2',
  );
}

type Row = LinkedAccounts & { exact_at: string };

const columns = `group_id as "groupId", kind, ${isoTime('since')} as since, ${exactTime('since')} as exact_at, reasons,
  (select array_agg(user_id::text order by user_id) from linked_account a where a.group_id = g.group_id) as "userIds"`;

const listSql = `select ${columns} from linked_group g
  where $1::timestamptz is null or (g.since, group_id) < ($1::timestamptz, $2::uuid)
  order by g.since desc, group_id desc limit $3::int`;

/** A person is in at most one mutual group, and in at most one group per network from which the person assesses. */
const ofUserSql = `select ${columns} from linked_group g
  where group_id in (select group_id from linked_account where user_id = $1)
  order by g.since desc, group_id desc limit 50`;

@Controller()
export class LinkedAccountsQuery {
  constructor(private readonly database: Database) {}

  /** Newest first. @throws DomainError VALIDATION_FAILED for an invalid cursor */
  @RpcHandler(rpc.listLinkedAccounts)
  async page({ cursor, limit }: Sent<typeof rpc.listLinkedAccounts>) {
    const rows = await this.database.query<Row>(listSql, [...placeAfter(cursor), limit + 1]);
    const { shown: groups, nextCursor } = cutPage(rows, limit, ({ groupId }) => [groupId]);
    return { groups, nextCursor };
  }

  @RpcHandler(rpc.getLinkedAccounts)
  async ofUser({ userId }: Sent<typeof rpc.getLinkedAccounts>) {
    return { groups: await this.database.query<Row>(ofUserSql, [userId]) };
  }
}
