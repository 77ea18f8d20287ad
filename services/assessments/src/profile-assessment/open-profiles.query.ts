import type { OpenProfile } from '@candid/contracts';
import { readSessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import type { Assessor } from '../participants/participants.rows.js';

interface Row {
  profile_assessment_id: string;
  owner_id: string;
  photo_ids: string[];
  comments_required: number;
}

/**
 * Condition for open profiles that the assessor may assess. It excludes:
 * - the assessor's own profile;
 * - profiles that the assessor assessed in this round, or may not open any more;
 * - profiles without a free slot;
 * - owners hidden by their preference or by a block of either side;
 * - profiles with a photo that the assessor reported.
 * $1 is the assessor, $2 now, $3 the assessor's countries.
 */
const open = `g.is_open and g.owner_id <> $1::uuid
  and not exists (select 1 from profile_rating r where r.assessor_id = $1::uuid and r.assessment_id = g.assessment_id)
  and not exists (select 1 from rated_assessment e where e.assessor_id = $1::uuid and e.assessment_id = g.assessment_id)
  and g.test_times_rated + (select count(*) from profile_slot s where s.assessment_id = g.assessment_id
    and s.assessor_id <> $1::uuid and s.expires_at > $2::timestamptz) < g.test_limit
  and not exists (select 1 from participant p where p.user_id = g.owner_id
    and p.location_preference = 'NotMine' and p.country = any ($3::text[]))
  and g.owner_id <> all (array(select h.owner_id from hidden_person h where h.assessor_id = $1::uuid))
  and not jsonb_exists_any(g.photo_ids, array(select h.photo_id::text from hidden_photo h where h.assessor_id = $1::uuid))`;

const ratedLately = `exists (select 1 from rated_owner w where w.assessor_id = $1::uuid and w.owner_id = g.owner_id
  and w.last_rated_at > $4::timestamptz)`;

@Injectable()
export class OpenProfilesQuery {
  constructor(@Inject(MikroORM) private readonly orm: { em: EntityManager }) {}

  /**
   * Profiles that the assessor may assess at `now`, least served first, then longest waiting. If the assessor rated an owner
   * within a day, that owner's profile comes last.
   */
  async page(assessor: Assessor, now: Date): Promise<OpenProfile[]> {
    const rested = await this.scan(assessor, now, `not ${ratedLately}`, LIMITS.feedEntriesMax);
    const missing = LIMITS.feedEntriesMax - rested.length;
    const others = missing > 0 ? await this.scan(assessor, now, ratedLately, missing) : [];
    return [...rested, ...others].map(
      (row) =>
        ({
          userId: row.owner_id,
          profileAssessmentId: row.profile_assessment_id,
          photoIds: row.photo_ids,
          commentsRequired: Number(row.comments_required),
        }) as OpenProfile,
    );
  }

  private scan(assessor: Assessor, now: Date, pause: string, limit: number): Promise<Row[]> {
    const pauseBegan = new Date(now.getTime() - LIMITS.sameOwnerPauseMs);
    return readSessionOf(this.orm).query<Row>(
      `select g.profile_assessment_id, g.owner_id, g.photo_ids, g.comments_required from profile_assessment g
       where ${open} and ${pause} order by g.served_share, g.started_at, g.profile_assessment_id limit $5::int`,
      [assessor.userId, now.toISOString(), assessor.countries, pauseBegan.toISOString(), limit],
    );
  }
}
