import { addWorkItem, type SqlSession } from '@candid/event-store';

export const REPLACING_QUEUE = 'replace-ratings';
export const RESCORING_QUEUE = 'rescore-photo';

export interface ReplacingPayload {
  submissionId: string;
  photoAssessmentId: string;
}

export interface RescoringPayload {
  photoId: string;
}

/** The submissions count no more, from now on: their photos are scored anew, and each is made good to its owner. */
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
