import type { SqlSession } from '@candid/event-store';

/**
 * A few blurred pixels of each photo. They show a person, so they are a row and not part of the event history, and go
 * with the photo in the transaction of its deletion.
 */
export async function keepPreview(session: SqlSession, photoId: string, preview: string): Promise<void> {
  await session.query('insert into photo_preview (photo_id, preview) values ($1::uuid, $2)', [photoId, preview]);
}

export async function removePreview(session: SqlSession, photoId: string): Promise<void> {
  await session.query('delete from photo_preview where photo_id = $1::uuid', [photoId]);
}

/** By photo; without those that are gone. */
export async function previewsOf(session: SqlSession, photoIds: readonly string[]): Promise<Map<string, string>> {
  if (photoIds.length === 0) return new Map();
  const rows = await session.query<{ photo_id: string; preview: string }>(
    'select photo_id, preview from photo_preview where photo_id = any ($1::uuid[])',
    [`{${photoIds.join(',')}}`],
  );
  return new Map(rows.map((row) => [row.photo_id, row.preview]));
}
