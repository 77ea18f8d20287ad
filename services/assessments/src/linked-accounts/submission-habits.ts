import { createHmac } from 'node:crypto';
import type { SqlSession } from '@candid/event-store';
import { LOGGER, type Logger, networkOf } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable } from '@nestjs/common';
import { type AssessmentsSettings, SETTINGS } from '../kernel/config.js';
import type { Giving, LinkPolicy, NetworkPair } from './linked-accounts.js';

/** A network with more accounts belongs to a provider, a university or an office, so its accounts are not linked. */
const NETWORK_ACCOUNTS_MAX = 20;

/** Two accounts rate in step if they rate the same owner within this time. */
const IN_STEP = "interval '10 minutes'";

/** Accounts are linked only if one rates the other at least this many times as often as chance predicts. */
const LIFT = 2;

/** Minimum of suspicious submissions of one account to the other. A few can exceed chance after one encounter. */
const REPEATED_MIN = 5;

type Window = LinkPolicy & { since: Date };

/**
 * Pairs in which one account rates the other at least twice as often as chance predicts. In addition, either the other
 * account does the same, or there are at least `REPEATED_MIN` submissions. Chance is the configuration model (Newman
 * 2004, arXiv:cond-mat/0309508): of T submissions, an account that gives g is expected to give g × r / T to an owner
 * who receives r. A small community in which everybody meets everybody is therefore not one ring.
 */
export async function givingsBeyondChance(session: SqlSession, { since, submissionsMin }: Window) {
  const givings = await session.query<Giving & { given: number }>(
    `with pair as (
       select assessor_id, owner_id, count(*)::int as n from recent_submission
        where accepted_at >= $1::timestamptz group by assessor_id, owner_id
     ), given as (
       select assessor_id, sum(n)::int as n from pair group by assessor_id having sum(n) >= $2::int
     ), received as (select owner_id, sum(n)::int as n from pair group by owner_id),
     total as (select coalesce(sum(n), 0)::float8 as n from pair),
     often as (
       select p.assessor_id, p.owner_id, p.n, g.n as given from pair p
         join given g using (assessor_id) join given of_owner on of_owner.assessor_id = p.owner_id
         join received r using (owner_id) cross join total
        where p.n * total.n >= ${LIFT} * g.n::float8 * r.n
     )
     select assessor_id as assessor, owner_id as owner, n as submissions, given from often o
      where n >= ${REPEATED_MIN}
        or exists (select from often back where back.assessor_id = o.owner_id and back.owner_id = o.assessor_id)`,
    [since.toISOString(), submissionsMin],
  );
  return { givings, given: new Map(givings.map(({ assessor, given }) => [assessor, given])) };
}

const membersOfNetworks = `member as (
    select network_hash, assessor_id, count(*)::int as n, sum(reward_tokens)::int as tokens from recent_submission
     where accepted_at >= $1::timestamptz and network_hash is not null group by network_hash, assessor_id
  ), shared as (
    select network_hash from member group by network_hash having count(*) between 2 and ${NETWORK_ACCOUNTS_MAX}
  ), sent as (
    select s.* from recent_submission s join shared using (network_hash) where s.accepted_at >= $1::timestamptz
  )`;

/** Pairs on one network that rate the same owners within minutes. `total` is the smaller of their submission counts. */
export function pairsInStep(session: SqlSession, { since, submissionsMin, shareMin }: Window): Promise<NetworkPair[]> {
  return session.query<NetworkPair>(
    `with ${membersOfNetworks}, step as (
       select a.network_hash, a.assessor_id as one, b.assessor_id as other, count(distinct a.owner_id)::int as n
         from sent a join sent b on b.network_hash = a.network_hash and b.owner_id = a.owner_id and a.assessor_id < b.assessor_id
           and b.accepted_at between a.accepted_at - ${IN_STEP} and a.accepted_at + ${IN_STEP}
        group by a.network_hash, a.assessor_id, b.assessor_id
     )
     select network_hash as network, one, other, 'same-owners' as reason, step.n as part, step.n as submissions,
         least(m1.n, m2.n) as total from step
       join member m1 using (network_hash) join member m2 using (network_hash)
      where m1.assessor_id = one and m2.assessor_id = other and step.n >= $2::int and step.n >= $3::float8 * least(m1.n, m2.n)`,
    [since.toISOString(), submissionsMin, shareMin],
  );
}

/** Assessors of a network who earn most tokens with photos of others on the same network; one row per owner. */
export function rewardPairs(session: SqlSession, { since, submissionsMin, shareMin }: Window): Promise<NetworkPair[]> {
  return session.query<NetworkPair>(
    `with ${membersOfNetworks}, earned as (
       select s.network_hash, s.assessor_id, s.owner_id, count(*)::int as n, sum(s.reward_tokens)::int as tokens
         from sent s join member o on o.network_hash = s.network_hash and o.assessor_id = s.owner_id
        where s.reward_tokens > 0 group by s.network_hash, s.assessor_id, s.owner_id
     ), habit as (
       select network_hash, assessor_id, m.tokens as total, count(*) as owners from earned e
         join member m using (network_hash, assessor_id)
        group by network_hash, assessor_id, m.tokens
       having sum(e.n) >= $2::int and sum(e.tokens) >= $3::float8 * m.tokens
     )
     select network_hash as network, assessor_id as one, owner_id as other, 'shared-rewards' as reason,
         e.n as submissions, e.tokens as part, h.total / h.owners::float8 as total
       from earned e join habit h using (network_hash, assessor_id)`,
    [since.toISOString(), submissionsMin, shareMin],
  );
}

/**
 * Stores the network of a submission. It runs after the commit, outside the batched append, so its failure does not
 * fail the submission. A lost row only weakens the search for linked accounts.
 */
@Injectable()
export class RecentSubmissions {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: AssessmentsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async record(events: readonly { type: string; data: unknown }[], ip: string | undefined): Promise<void> {
    const { networkKey } = this.settings;
    await recordSubmissions(this.database, events, { ip, networkKey }).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'recent submission not recorded'),
    );
  }
}

/** Submissions of the last 30 days with their network, kept only for the search for linked accounts. */
export const recentSubmissionsTable = [
  `create table recent_submission (
    submission_id uuid primary key,
    assessor_id uuid not null,
    owner_id uuid not null,
    reward_tokens integer not null,
    network_hash text,
    accepted_at timestamptz not null
  )`,
  'create index recent_submission_by_time on recent_submission (accepted_at)',
  'create index recent_submission_by_assessor on recent_submission (assessor_id)',
  'create index recent_submission_by_owner on recent_submission (owner_id)',
];

/** Bits of the address prefix that a small provider or an office shares. Addresses with one prefix are one network. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 };

const acceptedTypes = [
  'RatingsAccepted',
  'ProfileRatingAccepted',
  'UncountedProfileRatingAccepted',
  'GoldRatingsAccepted',
];

interface Accepted {
  type: string;
  data: { submissionId?: string; assessorId?: string; ownerId?: string; rewardTokens?: number; acceptedAt?: string };
}

/**
 * Runs the same statement for a gold pair, which nobody owns, so that the duration does not reveal the pair. Locks the
 * rows of the accounts, so that a concurrent deletion is either seen here or deletes the new rows.
 */
export async function recordSubmissions(
  session: SqlSession,
  events: readonly { type: string; data: unknown }[],
  from: { ip: string | undefined; networkKey: string },
): Promise<void> {
  for (const { type, data } of events as readonly Accepted[]) {
    if (!acceptedTypes.includes(type)) continue;
    await session.query(
      `with people as materialized (
         select has_left from participant where user_id in ($2::uuid, $3::uuid) order by user_id for share
       )
       insert into recent_submission (submission_id, assessor_id, owner_id, reward_tokens, network_hash, accepted_at)
       select $1::uuid, $2::uuid, $3::uuid, $4::int, $5::text, $6::timestamptz
        where not $7::boolean and not exists (select from people where has_left) on conflict do nothing`,
      [
        ...[data.submissionId, data.assessorId, data.ownerId, data.rewardTokens, networkHash(from), data.acceptedAt],
        type === 'GoldRatingsAccepted',
      ],
    );
  }
}

/** The secret key prevents anybody from finding the network by hashing all networks. */
function networkHash({ ip, networkKey }: { ip: string | undefined; networkKey: string }): string | null {
  if (ip === undefined) return null;
  return createHmac('sha256', networkKey).update(networkOf(ip, NETWORK_BITS)).digest('base64url');
}

export async function removeSubmissionsBefore(session: SqlSession, before: Date, limit: number): Promise<number> {
  const rows = await session.query(
    `delete from recent_submission where submission_id in (
       select submission_id from recent_submission where accepted_at < $1::timestamptz limit $2::int) returning submission_id`,
    [before.toISOString(), limit],
  );
  return rows.length;
}
