import {
  type ExportedProfileRating,
  type OpenProfile,
  PRODUCT,
  type ProfileAssessment,
  type ProfileRating,
  profileAssessmentsRpc as rpc,
} from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import { cutPage, exactTime, placeAfter } from '../kernel/paging.js';
import { type Assessor, Participants } from '../participants/participants.rows.js';
import { meanSliderOf, profileRangeOf } from '../results/confidence.js';
import { rankComments } from '../results/rank-comments.js';
import { profileUnknown } from './errors.js';
import {
  type ProfileAssessmentRow,
  type ProfileRatingRow,
  profileAssessmentColumns,
  profileRatingColumns,
} from './read-model.js';

@Injectable()
export class ProfileAssessmentsQuery {
  constructor(private readonly database: Database) {}

  /** The owner's id. @throws DomainError NOT_FOUND */
  async ownerOf(profileAssessmentId: string): Promise<string> {
    return (await this.row(profileAssessmentId)).ownerId;
  }

  /** @throws DomainError NOT_FOUND */
  async byId(profileAssessmentId: string): Promise<ProfileAssessment> {
    const row = await this.row(profileAssessmentId);
    return profileAssessmentOf(row, await ratingsOf(this.database, [profileAssessmentId]));
  }

  /** Refund in tokens if the owner's profile assessment ended now. */
  async refundTokensOf(ownerId: string): Promise<number> {
    const [missing] = await this.database.query<{ ratings: number }>(
      `select coalesce(sum(test_limit - test_times_rated), 0)::int as ratings from profile_assessment
        where owner_id = $1 and status = 'running'`,
      [ownerId],
    );
    return missing!.ratings * PRODUCT.pricePerAssessorTokens;
  }

  private async row(profileAssessmentId: string): Promise<ProfileAssessmentRow> {
    const [row] = await this.database.query<ProfileAssessmentRow>(
      `select ${profileAssessmentColumns} from profile_assessment where profile_assessment_id = $1`,
      [profileAssessmentId],
    );
    if (!row) throw profileUnknown();
    return row;
  }
}

function ratingsOf(session: SqlSession, profileAssessmentIds: readonly string[]): Promise<ProfileRatingRow[]> {
  return session.query<ProfileRatingRow>(
    `select ${profileRatingColumns} from profile_rating where profile_assessment_id = any ($1::uuid[])`,
    [profileAssessmentIds],
  );
}

/** Returns a person's profile assessments and their ratings. The answers never identify an assessor. */
@Controller()
export class OwnProfilesQuery {
  constructor(
    private readonly profiles: ProfileAssessmentsQuery,
    private readonly database: Database,
  ) {}

  /** Newest first. */
  @RpcHandler(rpc.listOwnProfileAssessments)
  async list({ userId }: Sent<typeof rpc.listOwnProfileAssessments>) {
    const rows = await this.database.query<ProfileAssessmentRow>(
      `select ${profileAssessmentColumns} from profile_assessment where owner_id = $1
        order by created_at desc, profile_assessment_id desc limit ${LIMITS.profilesListedMax}`,
      [userId],
    );
    const ids = rows.map(({ profileAssessmentId }) => profileAssessmentId);
    const ratings = Map.groupBy(await ratingsOf(this.database, ids), (rating) => rating.profileAssessmentId);
    return {
      profileAssessments: rows.map((row) => profileAssessmentOf(row, ratings.get(row.profileAssessmentId) ?? [])),
    };
  }

  /** Newest first. @throws DomainError VALIDATION_FAILED for an invalid cursor */
  @RpcHandler(rpc.getProfileRatings)
  async ratings({ userId, cursor, limit = LIMITS.ratingsListedMax }: Sent<typeof rpc.getProfileRatings>) {
    const rows = await this.database.query<ProfileRatingRow & { exact_at: string }>(
      `select ${profileRatingColumns}, ${exactTime('accepted_at')} as exact_at from profile_rating where owner_id = $1::uuid
          and ($2::timestamptz is null or (accepted_at, submission_id) < ($2::timestamptz, $3::uuid))
        order by accepted_at desc, submission_id desc limit $4::int`,
      [userId, ...placeAfter(cursor), limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows, limit, ({ submissionId }) => [submissionId]);
    const ratings = shown.map(({ submissionId: ratingId, profileAssessmentId, comments, acceptedAt }) => {
      const [score, ratedAt] = [meanSliderOf(comments), acceptedAt.toISOString()];
      return { ratingId, profileAssessmentId, score, ratedAt, createdAt: ratedAt, comments } as ProfileRating;
    });
    return { ratings, nextCursor };
  }

  /** Confidence range over all rounds of the profile assessment. @throws DomainError NOT_FOUND */
  @RpcHandler(rpc.getProfileConfidenceRange)
  async range({ userId, profileAssessmentId }: Sent<typeof rpc.getProfileConfidenceRange>) {
    if ((await this.profiles.ownerOf(profileAssessmentId)) !== userId) throw profileUnknown();
    const ratings = await ratingsOf(this.database, [profileAssessmentId]);
    return profileRangeOf(ratings.map(({ comments }) => comments));
  }

  /** Oldest first, with keyset pagination. @throws DomainError VALIDATION_FAILED for an invalid cursor */
  @RpcHandler(rpc.exportProfileAssessments)
  async exported({ userId, cursor, limit }: Sent<typeof rpc.exportProfileAssessments>) {
    const rows = await this.database.query<ProfileAssessmentRow & { exact_at: string }>(
      `select ${profileAssessmentColumns}, ${exactTime('created_at')} as exact_at from profile_assessment
        where owner_id = $1::uuid
          and ($2::timestamptz is null or (created_at, profile_assessment_id) > ($2::timestamptz, $3::uuid))
        order by created_at, profile_assessment_id limit $4::int`,
      [userId, ...placeAfter(cursor), limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows, limit, ({ profileAssessmentId }) => [profileAssessmentId]);
    return { profileAssessments: shown.map((row) => profileAssessmentOf(row, [])), nextCursor };
  }

  /** Oldest first, with keyset pagination. @throws DomainError VALIDATION_FAILED for an invalid cursor */
  @RpcHandler(rpc.exportProfileRatings)
  async exportedRatings({ userId, side, cursor, limit }: Sent<typeof rpc.exportProfileRatings>) {
    const rows = await this.database.query<ProfileRatingRow & { exact_at: string }>(
      `select ${profileRatingColumns}, ${exactTime('accepted_at')} as exact_at from profile_rating
        where ${side === 'received' ? 'owner_id' : 'assessor_id'} = $1::uuid
          and ($2::timestamptz is null or (accepted_at, submission_id) > ($2::timestamptz, $3::uuid))
        order by accepted_at, submission_id limit $4::int`,
      [userId, ...placeAfter(cursor), limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows, limit, ({ submissionId }) => [submissionId]);
    const ratings = shown.map(
      ({ profileAssessmentId, comments, acceptedAt }) =>
        ({ ratedAt: acceptedAt.toISOString(), profileAssessmentId, comments }) as ExportedProfileRating,
    );
    return { ratings, nextCursor };
  }
}

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

function profileAssessmentOf(row: ProfileAssessmentRow, ratings: readonly ProfileRatingRow[]): ProfileAssessment {
  const { ownerId: userId, status, startedAt, createdAt, ...shown } = row;
  return {
    ...shown,
    userId,
    comments: rankComments(ratings.flatMap(({ comments }) => comments)),
    limitReached: shown.testTimesRated >= shown.testLimit,
    running: status === 'running',
    currentTestStartedAt: startedAt.toISOString(),
    createdAt: createdAt.toISOString(),
  } as ProfileAssessment;
}
