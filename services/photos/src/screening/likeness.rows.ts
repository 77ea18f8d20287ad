import type { SqlSession } from '@candid/event-store';
import type { Mark } from './marks.js';
import { decodeMarks, encodeMarks, tokensOf } from './stored-marks.js';

/** Of a photo that moderation removed, others are told apart by it for good; else it goes with the photo. */
export async function markRemoved(session: SqlSession, photoId: string, isRemoved: boolean): Promise<void> {
  await session.query('update photo_likeness set is_removed = $2 where photo_id = $1::uuid and is_removed <> $2', [
    photoId,
    isRemoved,
  ]);
}

/** With the photo's deletion. Of a removed photo the likeness stays, without whose it was. */
export async function forgetLikeness(session: SqlSession, photoId: string): Promise<void> {
  await session.query('update photo_likeness set user_id = null where photo_id = $1::uuid and is_removed', [photoId]);
  await session.query('delete from photo_likeness where photo_id = $1::uuid and not is_removed', [photoId]);
}

export interface KeptLikeness {
  photoId: string;
  userId: string;
  marks: readonly Mark[];
  isRemoved: boolean;
}

/** To the end of the transaction, in which look-up and own marks commit together: of two copies that come at once, one finds the other. */
export async function lockLikeness(session: SqlSession): Promise<void> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('photo likeness', 0))`);
}

/** Screening the photo again finds it kept. */
export async function keepLikeness(
  session: SqlSession,
  { photoId, userId, marks, isRemoved }: KeptLikeness,
): Promise<void> {
  await session.query(
    `insert into photo_likeness (photo_id, user_id, marks, tokens, is_removed)
      values ($1::uuid, $2::uuid, decode($3, 'base64'), $4::integer[], $5) on conflict (photo_id) do nothing`,
    [photoId, userId, encodeMarks(marks).toString('base64'), `{${tokensOf(marks).join(',')}}`, isRemoved],
  );
}

export interface LikePhoto {
  photoId: string;
  /** Null where the account is gone. */
  userId: string | null;
  isRemoved: boolean;
  marks: Mark[];
}

/** Those that share the most are compared. */
const CANDIDATES_MAX = 200;

/**
 * Photos that may be like this one: removed by moderation, or of other accounts. The comparison of their marks decides. Each token is
 * looked up by itself: for all of them at once PostgreSQL would expect half of the table and read it whole.
 */
export async function findCandidates(
  session: SqlSession,
  { photoId, userId, tokens }: { photoId: string; userId: string; tokens: readonly number[] },
): Promise<LikePhoto[]> {
  if (tokens.length === 0) return [];
  const rows = await session.query<{ photo_id: string; user_id: string | null; is_removed: boolean; marks: string }>(
    `select photo_id, user_id, is_removed, encode(marks, 'base64') as marks
      from (
        select found.photo_id, count(*) as shared
          from unnest($1::integer[]) as token
          cross join lateral (
            select photo_id from photo_likeness
              where tokens @> array[token] and photo_id <> $2::uuid and (is_removed or user_id <> $3::uuid)
          ) as found
          group by found.photo_id order by shared desc, found.photo_id limit $4::int
      ) as nearest
      join photo_likeness using (photo_id) order by shared desc, photo_id`,
    [`{${tokens.join(',')}}`, photoId, userId, CANDIDATES_MAX],
  );
  return rows.map((row) => ({
    photoId: row.photo_id,
    userId: row.user_id,
    isRemoved: row.is_removed,
    marks: decodeMarks(Buffer.from(row.marks, 'base64')),
  }));
}
