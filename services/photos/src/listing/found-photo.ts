import type { UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { OwnThing } from '@candid/platform/messaging';

interface Row {
  photo_id: string;
  user_id: UserId;
  section: string;
  uploaded_at: Date;
}

/** For support: the photo of that id, whoever's it is. */
export async function findPhoto(session: SqlSession, photoId: string): Promise<OwnThing[]> {
  const sql = 'select photo_id, user_id, section, uploaded_at from photo where photo_id = $1::uuid';
  const rows = await session.query<Row>(sql, [photoId]);
  return rows.map((row) => ({
    kind: 'photo',
    id: row.photo_id,
    userId: row.user_id,
    title: row.section,
    at: row.uploaded_at.toISOString(),
    requestId: null,
  }));
}
