import { createHmac } from 'node:crypto';
import type { SqlSession } from '@candid/event-store';
import { networkOf } from '@candid/platform';

/** Who rated whom, when, for what and from which network: kept for 30 days, for the search for linked accounts only. */
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

/** As many bits as a small provider or an office shares; what lies behind them is not told apart. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 };

const acceptedTypes = [
  'RatingsAccepted',
  'ProfileRatingAccepted',
  'UncountedProfileRatingAccepted',
  'GoldRatingsAccepted',
];

/** What was appended, as far as it is recorded here. */
interface Accepted {
  type: string;
  data: { submissionId?: string; assessorId?: string; ownerId?: string; rewardTokens?: number; acceptedAt?: string };
}

/**
 * Pairs with an obvious answer are left out, because nobody owns them; the same statement runs for them, so that no assessor
 * can tell them by the time that an answer takes. Accounts that are deleted are left out too; their rows are locked, so that a
 * deletion at the same time either is seen here or deletes what is written here.
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

/** Without the key nobody can find the network by trying all of them. */
function networkHash({ ip, networkKey }: { ip: string | undefined; networkKey: string }): string | null {
  if (ip === undefined) return null;
  return createHmac('sha256', networkKey).update(networkOf(ip, NETWORK_BITS)).digest('base64url');
}

/** At most `limit` of them; returns how many. */
export async function removeSubmissionsBefore(session: SqlSession, before: Date, limit: number): Promise<number> {
  const rows = await session.query(
    `delete from recent_submission where submission_id in (
       select submission_id from recent_submission where accepted_at < $1::timestamptz limit $2::int) returning submission_id`,
    [before.toISOString(), limit],
  );
  return rows.length;
}
