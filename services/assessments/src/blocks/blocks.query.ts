import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';

interface RatedBy {
  assessorId: string;
  /** Photo id; null for a rating of a profile. */
  photoId: string | null;
  /** Time of the rating: ISO 8601. */
  ratedAt: string;
}

interface HiddenRow {
  hide_id: string;
  owner_id: string;
  is_by_owner: boolean;
  photo_id: string | null;
  rated_at: Date | null;
  hidden_at: Date;
}

const hiddenSql = `select hide_id, owner_id, is_by_owner, photo_id, rated_at, hidden_at from hidden_person
   where assessor_id = $1::uuid and not is_by_owner
  union all select hide_id, owner_id, is_by_owner, photo_id, rated_at, hidden_at from hidden_person
   where owner_id = $1::uuid and is_by_owner
  order by hidden_at desc, hide_id`;

/** Gold pairs count like any other person: the assessor knows them by an owner id of their own. */
const wasShownSql = `select from opening o where o.assessor_id = $1::uuid and o.owner_id = $2::uuid
  and not exists (select from participant p where p.user_id = o.owner_id and p.has_left) limit 1`;

const ratingSql = `select assessor_id as "assessorId", photo_id as "photoId", accepted_at as "ratedAt" from received_rating
   where submission_id = $1::uuid and owner_id = $2::uuid
  union all select assessor_id, null, accepted_at from profile_rating where submission_id = $1::uuid and owner_id = $2::uuid
  order by 2 limit 1`;

@Injectable()
export class BlocksQuery {
  constructor(private readonly database: Database) {}

  /** Blocked people by newest block, hidden assessors by newest rating. Never reveals the assessors' identities. */
  async of(userId: string) {
    const rows = await this.database.query<HiddenRow>(hiddenSql, [userId]);
    const hides = rows.filter((row) => row.is_by_owner).sort((a, b) => Number(b.rated_at) - Number(a.rated_at));
    return {
      blocks: rows
        .filter((row) => !row.is_by_owner)
        .map(({ owner_id, hidden_at }) => ({ userId: owner_id, blockedAt: hidden_at.toISOString() })),
      hiddenAssessors: hides.map(({ hide_id, photo_id, rated_at, hidden_at }) => ({
        hideId: hide_id,
        photoId: photo_id,
        ratedAt: rated_at!.toISOString(),
        hiddenAt: hidden_at.toISOString(),
      })),
    };
  }

  async wasShown(assessorId: string, ownerId: string): Promise<boolean> {
    return (await this.database.query(wasShownSql, [assessorId, ownerId])).length > 0;
  }

  /** The assessor who gave the owner this rating; undefined if the owner received no rating with this id. */
  async ratingOf(ownerId: string, ratingId: string): Promise<RatedBy | undefined> {
    const [row] = await this.database.query<Omit<RatedBy, 'ratedAt'> & { ratedAt: Date }>(ratingSql, [
      ratingId,
      ownerId,
    ]);
    return row && { ...row, ratedAt: row.ratedAt.toISOString() };
  }
}
