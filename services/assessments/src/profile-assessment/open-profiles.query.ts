import { type OpenProfile, profileAssessmentsRpc as rpc } from '@candid/contracts';
import { CLOCK, type Clock, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import { type Assessor, Participants } from '../participants/participants.rows.js';

/**
 * Condition for open profiles that the assessor may assess: not assessed in this round, with a free slot, of a visible owner, and
 * without a photo that the assessor reported. $1 is the assessor, $2 now, $3 the assessor's countries.
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

@Controller()
export class OpenProfilesQuery {
  constructor(
    private readonly participants: Participants,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Least served first, then longest waiting. Profiles of owners rated by the assessor within a day come last. */
  @RpcHandler(rpc.listOpenProfiles)
  async list({ assessorId }: Sent<typeof rpc.listOpenProfiles>) {
    const assessor = await this.participants.requireAssessor(assessorId);
    if (assessor.pause !== null) return { entries: [] };
    const now = this.clock();
    const rested = await this.scan(assessor, now, `not ${ratedLately}`, LIMITS.feedEntriesMax);
    const missing = LIMITS.feedEntriesMax - rested.length;
    const others = missing > 0 ? await this.scan(assessor, now, ratedLately, missing) : [];
    return { entries: [...rested, ...others] };
  }

  private scan(assessor: Assessor, now: Date, pause: string, limit: number): Promise<OpenProfile[]> {
    const pauseBegan = new Date(now.getTime() - LIMITS.sameOwnerPauseMs);
    return this.database.query<OpenProfile>(
      `select g.owner_id as "userId", g.profile_assessment_id as "profileAssessmentId", g.photo_ids as "photoIds",
         g.comments_required as "commentsRequired"
       from profile_assessment g
       where ${open} and ${pause} order by g.served_share, g.started_at, g.profile_assessment_id limit $5::int`,
      [assessor.userId, now.toISOString(), assessor.countries, pauseBegan.toISOString(), limit],
    );
  }
}
