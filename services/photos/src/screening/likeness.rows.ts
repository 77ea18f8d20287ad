import type { SqlSession } from '@candid/event-store';

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
