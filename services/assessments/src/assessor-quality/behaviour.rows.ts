import type { SqlSession } from '@candid/event-store';
import type { Behaviour, ProfileTurn, RatedTurn, SkippedTurn } from './domain/behaviour.js';
import { assessorPolicy } from './domain/policy.js';

/** Far more than is looked at by any rule. */
const turnsMax = 200;

interface SubmissionRow {
  submission_id: string;
  accepted_at: Date | string;
  seconds: number;
  photos: number;
  scores: number[];
  is_gold: boolean;
}

/** What the assessor did lately, seen at the moment `at`: a slot that is live then is not skipped. */
export async function loadBehaviour(session: SqlSession, assessorId: string, at: string): Promise<Behaviour> {
  const submissions = await session.query<SubmissionRow>(
    `select submission_id, accepted_at, seconds, photos, scores, gold_right is not null as is_gold
       from assessor_submission where assessor_id = $1 order by accepted_at desc limit $2::int`,
    [assessorId, turnsMax],
  );
  const openings = await session.query<{ opened_at: Date | string; slots: number; is_profile: boolean }>(
    `select min(opened_at) as opened_at, max(slots) as slots, bool_or(rated_at is not null) as is_profile
       from opening where assessor_id = $1
      group by opening_id
     having bool_and(rated_at is null and not is_void and expires_at <= $2::timestamptz)
       or bool_or(kind = 'profile' and rated_at is not null)
      order by 1 desc limit $3::int`,
    [assessorId, at, turnsMax],
  );
  const answers = await session.query<{ accepted_at: Date | string; gold_right: boolean }>(
    `select accepted_at, gold_right from assessor_submission where assessor_id = $1 and gold_right is not null
      order by accepted_at desc limit $2::int`,
    [assessorId, assessorPolicy.goldLooked],
  );
  const rated = submissions.map(
    (row): RatedTurn => ({
      kind: 'rated',
      at: momentOf(row.accepted_at),
      submissionId: row.submission_id,
      seconds: Number(row.seconds),
      photos: row.photos,
      scores: row.scores.map(Number),
      isGold: row.is_gold,
    }),
  );
  const others = openings.map(({ opened_at, slots, is_profile: isProfile }): SkippedTurn | ProfileTurn => {
    const openedAt = momentOf(opened_at);
    return isProfile ? { kind: 'profile', at: openedAt } : { kind: 'skipped', at: openedAt, slots };
  });
  return {
    turns: [...rated, ...others].sort((one, other) => (one.at < other.at ? -1 : 1)),
    goldAnswers: answers.map((row) => ({ at: momentOf(row.accepted_at), isRight: row.gold_right })).reverse(),
  };
}

const momentOf = (time: Date | string): string => new Date(time).toISOString();
