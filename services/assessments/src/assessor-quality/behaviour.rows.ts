import { addWorkItem, type SqlSession } from '@candid/event-store';
import { assessorPolicy } from './assessor.js';
import type { Behaviour, ProfileTurn, RatedTurn, SkippedTurn } from './behaviour.js';

/** Larger than the number of turns that any rule looks at. */
const turnsMax = 200;

interface SubmissionRow {
  submission_id: string;
  accepted_at: Date;
  seconds: number;
  photos: number;
  scores: number[];
  is_gold: boolean;
}

/** Loads the assessor's recent behaviour as of `at`. A slot that is still live at that time is not a skip. */
export async function loadBehaviour(session: SqlSession, assessorId: string, at: string): Promise<Behaviour> {
  const submissions = await session.query<SubmissionRow>(
    `select submission_id, accepted_at, seconds, photos, scores, gold_right is not null as is_gold
       from assessor_submission where assessor_id = $1 order by accepted_at desc limit $2::int`,
    [assessorId, turnsMax],
  );
  const openings = await session.query<{ opened_at: Date; slots: number; is_profile: boolean }>(
    `select min(opened_at) as opened_at, max(slots) as slots, bool_or(rated_at is not null) as is_profile
       from opening where assessor_id = $1
      group by opening_id
     having bool_and(rated_at is null and not is_void and expires_at <= $2::timestamptz)
       or bool_or(kind = 'profile' and rated_at is not null)
      order by 1 desc limit $3::int`,
    [assessorId, at, turnsMax],
  );
  const answers = await session.query<{ accepted_at: Date; gold_right: boolean }>(
    `select accepted_at, gold_right from assessor_submission where assessor_id = $1 and gold_right is not null
      order by accepted_at desc limit $2::int`,
    [assessorId, assessorPolicy.goldLooked],
  );
  const rated = submissions.map(
    (row): RatedTurn => ({
      kind: 'rated',
      at: row.accepted_at.toISOString(),
      submissionId: row.submission_id,
      seconds: Number(row.seconds),
      photos: row.photos,
      scores: row.scores.map(Number),
      isGold: row.is_gold,
    }),
  );
  const others = openings.map(({ opened_at, slots, is_profile: isProfile }): SkippedTurn | ProfileTurn => {
    const openedAt = opened_at.toISOString();
    return isProfile ? { kind: 'profile', at: openedAt } : { kind: 'skipped', at: openedAt, slots };
  });
  return {
    turns: [...rated, ...others].sort((one, other) => (one.at < other.at ? -1 : 1)),
    goldAnswers: answers.map((row) => ({ at: row.accepted_at.toISOString(), isRight: row.gold_right })).reverse(),
  };
}

export const REPLACING_QUEUE = 'replace-ratings';
export const RESCORING_QUEUE = 'rescore-photo';

export interface ReplacingPayload {
  submissionId: string;
  photoAssessmentId: string;
}

export interface RescoringPayload {
  photoId: string;
}

/** Excludes the submissions from all scores from now on, and requests that their photos are rescored and their ratings replaced. */
export async function spoil(session: SqlSession, assessorId: string, submissionIds: readonly string[]): Promise<void> {
  const spoiled = await session.query<{ submission_id: string; photo_assessment_id: string }>(
    `with spoiled as (
       insert into spoiled_submission (submission_id, assessor_id) select id, $1 from unnest($2::uuid[]) as id
       on conflict do nothing returning submission_id
     )
     select submission_id, photo_assessment_id from spoiled join assessor_submission using (submission_id) order by 1`,
    [assessorId, submissionIds],
  );
  for (const { submission_id: submissionId, photo_assessment_id: photoAssessmentId } of spoiled) {
    const payload: ReplacingPayload = { submissionId, photoAssessmentId };
    await addWorkItem(session, { id: `${REPLACING_QUEUE}-${submissionId}`, queue: REPLACING_QUEUE, payload });
  }
  const photos = await session.query<{ photo_id: string; submission_id: string }>(
    'select photo_id, submission_id from received_rating where submission_id = any ($1::uuid[]) order by 1, 2',
    [spoiled.map((row) => row.submission_id)],
  );
  for (const { photo_id: photoId, submission_id } of photos) {
    const payload: RescoringPayload = { photoId };
    await addWorkItem(session, {
      id: `${RESCORING_QUEUE}-${photoId}-${submission_id}`,
      queue: RESCORING_QUEUE,
      payload,
    });
  }
}
