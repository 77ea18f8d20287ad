import type { SqlSession } from '@candid/event-store';
import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import { photoUnknown } from './owner.js';

/** Facts about a photo from the photos service: its owner, whether it is in the planner, and whether it is deleted. */
interface PhotoMove {
  photoId: string;
  ownerId: string;
  inPlanner: boolean;
  isDeleted?: boolean;
  /** Stream version of the photo's move. A late event with an older version changes nothing. */
  photoVersion: number;
}

export interface PlannerChange {
  wasInPlanner: boolean;
  isInPlanner: boolean;
}

/** Moves may arrive in any order: the highest stream version of the photo wins. A deletion has the highest version. */
export async function recordPhotoMove(session: SqlSession, move: PhotoMove): Promise<PlannerChange> {
  const { photoId, ownerId, inPlanner, isDeleted = false, photoVersion } = move;
  const wasInPlanner = await standsInPlanner(session, photoId);
  await session.query(
    `insert into owner_photo (photo_id, owner_id, in_planner, is_deleted, photo_version) values ($1, $2, $3, $4, $5)
     on conflict (photo_id) do update set in_planner = excluded.in_planner, is_deleted = excluded.is_deleted,
       photo_version = excluded.photo_version
     where owner_photo.photo_version < excluded.photo_version`,
    [photoId, ownerId, inPlanner, isDeleted, photoVersion],
  );
  return { wasInPlanner, isInPlanner: await standsInPlanner(session, photoId) };
}

async function standsInPlanner(session: SqlSession, photoId: string): Promise<boolean> {
  const sql = 'select 1 from owner_photo where photo_id = $1 and in_planner and not is_deleted for update';
  return (await session.query(sql, [photoId])).length > 0;
}

/** Locks the photos that are in a planner, so that they stay there until the transaction ends. @returns their number */
export async function lockInPlanner(session: SqlSession, photoIds: readonly string[]): Promise<number> {
  const rows = await session.query(
    `select from owner_photo where photo_id = any ($1::uuid[]) and in_planner and not is_deleted
      order by photo_id for share`,
    [`{${photoIds.join(',')}}`],
  );
  return rows.length;
}

@Injectable()
export class OwnerPhotos {
  constructor(private readonly database: Database) {}

  /** @throws DomainError NOT_FOUND, the same for another owner's photo, a deleted photo and an unknown one */
  async requireOwn(ownerId: string, photoIds: readonly string[]) {
    const own = await this.database.query<{ photoId: string; inPlanner: boolean }>(
      `select photo_id as "photoId", in_planner as "inPlanner" from owner_photo
        where owner_id = $1 and not is_deleted and photo_id = any ($2::uuid[])`,
      [ownerId, photoIds],
    );
    if (own.length < new Set(photoIds).size) throw photoUnknown();
    return own;
  }

  /**
   * Repeats `requireOwn` within the transaction of an append and locks the photos. The repeat sees every deletion
   * handled meanwhile. A later deletion waits for the commit and then ends the assessment.
   */
  async keepOwn(session: SqlSession, ownerId: string, photoIds: readonly string[]): Promise<void> {
    const rows = await session.query(
      `select from owner_photo where photo_id = any ($1::uuid[]) and owner_id = $2 and not is_deleted
        order by photo_id for share`,
      [`{${photoIds.join(',')}}`, ownerId],
    );
    if (rows.length < new Set(photoIds).size) throw photoUnknown();
  }

  /**
   * The owner's rated planner photos with the narrowest confidence ranges, two at most. Excludes photos that are being
   * assessed, that are in `assessedPhotoIds` or that the viewer may not see.
   */
  async benchmarksOf(ownerId: string, assessedPhotoIds: readonly string[], viewerId: string): Promise<string[]> {
    const rows = await this.database.query<{ photo_id: string }>(
      `select p.photo_id from owner_photo p join photo_score s on s.photo_id = p.photo_id
         left join photo_result r on r.photo_id = p.photo_id
       where p.owner_id = $1 and p.in_planner and not p.is_deleted and not s.running and s.times_rated > 0
         and p.photo_id <> all ($2::uuid[])
         and not exists (select from withheld_photo w where w.photo_id = p.photo_id)
         and not exists (select from hidden_photo h where h.assessor_id = $4 and h.photo_id = p.photo_id)
       order by r.range_high - r.range_low nulls last, s.times_rated desc, p.photo_id limit $3::int`,
      [ownerId, `{${assessedPhotoIds.join(',')}}`, LIMITS.benchmarksMax, viewerId],
    );
    return rows.map((row) => row.photo_id);
  }
}
