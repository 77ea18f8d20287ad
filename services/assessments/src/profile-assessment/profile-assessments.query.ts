import {
  type ExportedProfileAssessment,
  type ExportedProfileRating,
  PRODUCT,
  type ProfileAssessment,
  type ProfileRating,
  profileAssessmentsRpc as rpc,
} from '@candid/contracts';
import { RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Injectable } from '@nestjs/common';
import type { Choice, Comment } from '../catalogue/catalogue.js';
import { LIMITS } from '../kernel/config.js';
import { afterCursor, cutPage, exactTime, newestFirst, pageOf, placeAfter } from '../kernel/paging.js';
import { meanSliderOf, profileRangeOf } from '../results/confidence.js';
import { rankComments } from '../results/rank-comments.js';
import { profileUnknown } from './errors.js';
import { ProfileAssessmentRow, ProfileRatingRow } from './read-model.js';

@Injectable()
export class ProfileAssessmentsQuery {
  constructor(private readonly orm: MikroORM) {}

  /** The owner's id. @throws DomainError NOT_FOUND */
  async ownerOf(profileAssessmentId: string): Promise<string> {
    return (await this.row(profileAssessmentId)).ownerId;
  }

  /** @throws DomainError NOT_FOUND */
  async byId(profileAssessmentId: string): Promise<ProfileAssessment> {
    const row = await this.row(profileAssessmentId);
    const ratings = await this.orm.em.fork().find(ProfileRatingRow, { profileAssessmentId });
    return profileAssessmentOf(row, ratings);
  }

  /** Refund in tokens if the owner's profile assessment ended now. */
  async refundTokensOf(ownerId: string): Promise<number> {
    const rows = await this.orm.em.fork().find(ProfileAssessmentRow, { ownerId, status: 'running' });
    return rows.reduce((sum, row) => sum + row.testLimit - row.testTimesRated, 0) * PRODUCT.pricePerAssessorTokens;
  }

  private async row(profileAssessmentId: string): Promise<ProfileAssessmentRow> {
    const row = await this.orm.em.fork().findOne(ProfileAssessmentRow, { profileAssessmentId });
    if (!row) throw profileUnknown();
    return row;
  }
}

/** A person's profile assessments and their ratings. None of it identifies an assessor. */
@Controller()
export class OwnProfilesQuery {
  constructor(
    private readonly profiles: ProfileAssessmentsQuery,
    private readonly orm: MikroORM,
    private readonly database: Database,
  ) {}

  /** Newest first. */
  @RpcHandler(rpc.listOwnProfileAssessments)
  async list({ userId: ownerId }: Sent<typeof rpc.listOwnProfileAssessments>) {
    const em = this.orm.em.fork();
    const rows = await em.find(
      ProfileAssessmentRow,
      { ownerId },
      { orderBy: { createdAt: 'desc', profileAssessmentId: 'desc' }, limit: LIMITS.profilesListedMax },
    );
    const ids = rows.map(({ profileAssessmentId }) => profileAssessmentId);
    const ratings = await em.find(ProfileRatingRow, { profileAssessmentId: { $in: ids } });
    const ratingsOf = Map.groupBy(ratings, ({ profileAssessmentId }) => profileAssessmentId);
    return {
      profileAssessments: rows.map((row) => profileAssessmentOf(row, ratingsOf.get(row.profileAssessmentId) ?? [])),
    };
  }

  /** Newest first. */
  @RpcHandler(rpc.getProfileRatings)
  async ratings({ userId: ownerId, ...page }: Sent<typeof rpc.getProfileRatings>) {
    const limit = page.limit ?? LIMITS.ratingsListedMax;
    const where = { ownerId, ...afterCursor(page) };
    const rows = await this.orm.em.fork().find(ProfileRatingRow, where, { orderBy: newestFirst, limit: limit + 1 });
    const { shown, nextCursor } = pageOf(rows, limit);
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
    const ratings = await this.orm.em.fork().find(ProfileRatingRow, { profileAssessmentId });
    return profileRangeOf(
      ratings.map(({ comments }) => comments),
      PRODUCT,
    );
  }

  /** Oldest first, with keyset pagination. @throws DomainError VALIDATION_FAILED for an invalid cursor */
  @RpcHandler(rpc.exportProfileAssessments)
  async exported({ userId, cursor, limit }: Sent<typeof rpc.exportProfileAssessments>) {
    const rows = await this.database.query<ExportedProfileRow>(
      `select profile_assessment_id, ${exactTime('created_at')} as exact_at, photo_ids, test_limit, test_times_rated, created_at,
          started_at, comments_selected
         from profile_assessment where owner_id = $1::uuid
          and ($2::timestamptz is null or (created_at, profile_assessment_id) > ($2::timestamptz, $3::uuid))
        order by created_at, profile_assessment_id limit $4::int`,
      [userId, ...placeAfter(cursor), limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows, limit, (row) => [row.profile_assessment_id]);
    return { profileAssessments: shown.map(exportedProfileOf), nextCursor };
  }

  /**
   * Ratings that the user's profiles received, or that the user gave, oldest first, with keyset pagination.
   * @throws DomainError VALIDATION_FAILED for an invalid cursor
   */
  @RpcHandler(rpc.exportProfileRatings)
  async exportedRatings({ userId, side, cursor, limit }: Sent<typeof rpc.exportProfileRatings>) {
    const rows = await this.database.query<ExportedRatingRow>(
      `select submission_id, ${exactTime('accepted_at')} as exact_at, accepted_at, profile_assessment_id, comments
         from profile_rating where ${side === 'received' ? 'owner_id' : 'assessor_id'} = $1::uuid
          and ($2::timestamptz is null or (accepted_at, submission_id) > ($2::timestamptz, $3::uuid))
        order by accepted_at, submission_id limit $4::int`,
      [userId, ...placeAfter(cursor), limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows, limit, (row) => [row.submission_id]);
    return { ratings: shown.map(exportedRatingOf), nextCursor };
  }
}

function profileAssessmentOf(row: ProfileAssessmentRow, ratings: readonly ProfileRatingRow[]): ProfileAssessment {
  const { profileAssessmentId, ownerId: userId, photoIds, testLimit, originalNumber, testTimesRated, status } = row;
  const { commentsSelected, commentsRequired, hasConfirmed } = row;
  return {
    profileAssessmentId,
    userId,
    photoIds,
    testLimit,
    originalNumber,
    testTimesRated,
    comments: rankComments(ratings.flatMap(({ comments }) => comments)),
    commentsSelected,
    commentsRequired,
    hasConfirmed,
    limitReached: testTimesRated >= testLimit,
    running: status === 'running',
    currentTestStartedAt: row.startedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  } as ProfileAssessment;
}

interface ExportedProfileRow {
  profile_assessment_id: string;
  exact_at: string;
  photo_ids: string[];
  test_limit: number;
  test_times_rated: number;
  created_at: Date;
  started_at: Date;
  comments_selected: Choice[];
}

const exportedProfileOf = (row: ExportedProfileRow): ExportedProfileAssessment =>
  ({
    profileAssessmentId: row.profile_assessment_id,
    createdAt: row.created_at.toISOString(),
    currentTestStartedAt: row.started_at.toISOString(),
    photoIds: row.photo_ids,
    testLimit: row.test_limit,
    testTimesRated: row.test_times_rated,
    commentsSelected: row.comments_selected,
  }) as ExportedProfileAssessment;

interface ExportedRatingRow {
  submission_id: string;
  exact_at: string;
  accepted_at: Date;
  profile_assessment_id: string;
  comments: Comment[];
}

const exportedRatingOf = ({ accepted_at, profile_assessment_id, comments }: ExportedRatingRow): ExportedProfileRating =>
  ({
    ratedAt: accepted_at.toISOString(),
    profileAssessmentId: profile_assessment_id,
    comments,
  }) as ExportedProfileRating;
