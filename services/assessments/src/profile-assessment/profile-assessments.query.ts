import {
  type ExportedProfileRating,
  PRODUCT,
  type ProfileAssessment,
  type ProfileRating,
  profileAssessmentsRpc as rpc,
} from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Injectable } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import { cutPage, exactTime, placeAfter } from '../kernel/paging.js';
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
