import type { SqlSession } from '@candid/event-store';
import type { GivenContent } from './events.js';

/** The contents of ratings. They are not in the events, so that they can be removed with the photo. */
export const ratingContentTable = [
  `create table rating_content (
    submission_id uuid not null,
    photo_id uuid not null,
    score integer,
    comments jsonb not null,
    primary key (submission_id, photo_id)
  )`,
  'create index rating_content_photo on rating_content (photo_id)',
];

export async function addContents(session: SqlSession, contents: readonly GivenContent[]): Promise<void> {
  await session.query(
    `insert into rating_content (submission_id, photo_id, score, comments)
     select "submissionId", "photoId", score, comments
     from jsonb_to_recordset($1::jsonb) as r("submissionId" uuid, "photoId" uuid, score int, comments jsonb)`,
    [JSON.stringify(contents)],
  );
}

/** Removes the contents of all ratings of a deleted photo, and the scores by which their assessors are judged. */
export async function removeContents(session: SqlSession, photoId: string): Promise<void> {
  await session.query(
    `with removed as (delete from rating_content where photo_id = $1::uuid returning submission_id)
     update assessor_submission s set scores = coalesce((select array_agg(c.score order by c.photo_id) from rating_content c
         where c.submission_id = s.submission_id and c.photo_id <> $1::uuid and c.score is not null), '{}')
       where s.submission_id in (select submission_id from removed)`,
    [photoId],
  );
}

export async function loadContents(session: SqlSession, submissionIds: readonly string[]): Promise<GivenContent[]> {
  if (submissionIds.length === 0) return [];
  return session.query<GivenContent>(
    `select submission_id as "submissionId", photo_id as "photoId", score, comments from rating_content
      where submission_id = any ($1::uuid[])`,
    [submissionIds],
  );
}
