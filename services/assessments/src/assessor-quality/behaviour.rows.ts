import { addWorkItem, type SqlSession } from '@candid/event-store';
import { isoTime } from '../kernel/paging.js';
import { assessorPolicy } from './assessor.js';
import type { Behaviour, GoldAnswer, ProfileTurn, RatedTurn, SkippedTurn } from './behaviour.js';

/** Maximum number of turns to load: more than any rule looks at. */
const turnsMax = 200;

/** Loads the assessor's recent behaviour as of `at`. A slot that is still live at that time is not a skip. */
export async function loadBehaviour(session: SqlSession, assessorId: string, at: string): Promise<Behaviour> {
  const rated = await session.query<RatedTurn>(
    `select 'rated' as kind, ${isoTime('accepted_at')} as at, submission_id as "submissionId", seconds, photos, scores,
         gold_right is not null as "isGold"
       from assessor_submission where assessor_id = $1 order by accepted_at desc limit $2::int`,
    [assessorId, turnsMax],
  );
  const others = await session.query<SkippedTurn | ProfileTurn>(
    `select case when bool_or(rated_at is not null) then 'profile' else 'skipped' end as kind,
         ${isoTime('min(opened_at)')} as at, max(slots) as slots
       from opening where assessor_id = $1
      group by opening_id
     having bool_and(rated_at is null and not is_void and expires_at <= $2::timestamptz)
       or bool_or(kind = 'profile' and rated_at is not null)
      order by min(opened_at) desc limit $3::int`,
    [assessorId, at, turnsMax],
  );
  const answers = await session.query<GoldAnswer>(
    `select ${isoTime('accepted_at')} as at, gold_right as "isRight" from assessor_submission
      where assessor_id = $1 and gold_right is not null order by accepted_at desc limit $2::int`,
    [assessorId, assessorPolicy.goldLooked],
  );
  return {
    turns: [...rated, ...others].sort((one, other) => (one.at < other.at ? -1 : 1)),
    goldAnswers: answers.reverse(),
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

/** Excludes the submissions from all scores. Requests new scores of their photos and replacements of their ratings. */
export async function spoil(session: SqlSession, assessorId: string, submissionIds: readonly string[]): Promise<void> {
  const spoiled = await session.query<ReplacingPayload>(
    `with spoiled as (
       insert into spoiled_submission (submission_id, assessor_id) select id, $1 from unnest($2::uuid[]) as id
       on conflict do nothing returning submission_id
     )
     select submission_id as "submissionId", photo_assessment_id as "photoAssessmentId"
       from spoiled join assessor_submission using (submission_id) order by 1`,
    [assessorId, submissionIds],
  );
  for (const payload of spoiled)
    await addWorkItem(session, { id: `${REPLACING_QUEUE}-${payload.submissionId}`, queue: REPLACING_QUEUE, payload });
  const photos = await session.query<{ photo_id: string; submission_id: string }>(
    'select photo_id, submission_id from received_rating where submission_id = any ($1::uuid[]) order by 1, 2',
    [spoiled.map(({ submissionId }) => submissionId)],
  );
  for (const { photo_id: photoId, submission_id } of photos) {
    const id = `${RESCORING_QUEUE}-${photoId}-${submission_id}`;
    await addWorkItem(session, { id, queue: RESCORING_QUEUE, payload: { photoId } satisfies RescoringPayload });
  }
}
