import type { Block, HiddenAssessor } from '@candid/contracts';
import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';
import { isoTime } from '../kernel/paging.js';

interface RatedBy {
  assessorId: string;
  /** Photo id; null for a rating of a profile. */
  photoId: string | null;
  ratedAt: string;
}

const blocksSql = `select owner_id as "userId", ${isoTime('hidden_at')} as "blockedAt" from hidden_person
  where assessor_id = $1::uuid and not is_by_owner order by hidden_at desc, hide_id`;

const hidesSql = `select hide_id as "hideId", photo_id as "photoId", ${isoTime('rated_at')} as "ratedAt",
    ${isoTime('hidden_at')} as "hiddenAt"
  from hidden_person where owner_id = $1::uuid and is_by_owner order by rated_at desc, hidden_at desc, hide_id`;

/** Includes gold pairs, because an assessor sees each gold pair as a person with an owner id. */
const wasShownSql = `select from opening o where o.assessor_id = $1::uuid and o.owner_id = $2::uuid
  and not exists (select from participant p where p.user_id = o.owner_id and p.has_left) limit 1`;

const ratingSql = `select assessor_id as "assessorId", photo_id as "photoId", ${isoTime('accepted_at')} as "ratedAt"
    from received_rating where submission_id = $1::uuid and owner_id = $2::uuid
  union all select assessor_id, null, ${isoTime('accepted_at')} from profile_rating
   where submission_id = $1::uuid and owner_id = $2::uuid
  order by 2 limit 1`;

@Injectable()
export class BlocksQuery {
  constructor(private readonly database: Database) {}

  /** Blocked people, newest block first, and hidden assessors, newest rating first. Never identifies an assessor. */
  async of(userId: string) {
    const [blocks, hiddenAssessors] = await Promise.all([
      this.database.query<Block>(blocksSql, [userId]),
      this.database.query<HiddenAssessor>(hidesSql, [userId]),
    ]);
    return { blocks, hiddenAssessors };
  }

  async wasShown(assessorId: string, ownerId: string): Promise<boolean> {
    return (await this.database.query(wasShownSql, [assessorId, ownerId])).length > 0;
  }

  /** The assessor who gave the owner this rating; undefined if the owner received no rating with this id. */
  async ratingOf(ownerId: string, ratingId: string): Promise<RatedBy | undefined> {
    return (await this.database.query<RatedBy>(ratingSql, [ratingId, ownerId]))[0];
  }
}
