import { PRODUCT, type ProfileAssessment, type ProfileRating } from '@candid/contracts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { type AskedPage, afterCursor, newestFirst, pageOf } from '../newest-page.js';
import { meanSliderOf, profileRangeOf } from '../results/domain/profile-range.js';
import { rankComments } from '../results/domain/rank-comments.js';
import { profileUnknown } from './domain/errors.js';
import { ProfileAssessmentRow } from './profile-assessment.entity.js';
import { ProfileRatingRow } from './profile-rating.entity.js';

@Injectable()
export class ProfileAssessmentsQuery {
  constructor(@Inject(MikroORM) private readonly orm: { em: EntityManager }) {}

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

  /** The owner's profile assessments, newest first. */
  async ofOwner(ownerId: string): Promise<ProfileAssessment[]> {
    const em = this.orm.em.fork();
    const rows = await em.find(
      ProfileAssessmentRow,
      { ownerId },
      { orderBy: { createdAt: 'desc', profileAssessmentId: 'desc' }, limit: LIMITS.profilesListedMax },
    );
    const ratings = await em.find(ProfileRatingRow, {
      profileAssessmentId: { $in: rows.map(({ profileAssessmentId }) => profileAssessmentId) },
    });
    return rows.map((row) =>
      profileAssessmentOf(
        row,
        ratings.filter(({ profileAssessmentId }) => profileAssessmentId === row.profileAssessmentId),
      ),
    );
  }

  /** Ratings of the owner's profiles, newest first. They do not identify the assessors. */
  async ratingsOf(
    ownerId: string,
    page: AskedPage = {},
  ): Promise<{ ratings: ProfileRating[]; nextCursor: string | null }> {
    const limit = page.limit ?? LIMITS.ratingsListedMax;
    const where = { ownerId, ...afterCursor(page) };
    const rows = await this.orm.em.fork().find(ProfileRatingRow, where, { orderBy: newestFirst, limit: limit + 1 });
    const { shown, nextCursor } = pageOf(rows, limit);
    const ratings = shown.map(({ submissionId: ratingId, profileAssessmentId, comments, acceptedAt }) => {
      const ratedAt = acceptedAt.toISOString();
      return {
        ratingId,
        profileAssessmentId,
        score: meanSliderOf(comments),
        ratedAt,
        createdAt: ratedAt,
        comments,
      } as ProfileRating;
    });
    return { ratings, nextCursor };
  }

  /** Confidence range over all rounds of the owner's profile assessment. @throws DomainError NOT_FOUND */
  async rangeOf(ownerId: string, profileAssessmentId: string) {
    if ((await this.ownerOf(profileAssessmentId)) !== ownerId) throw profileUnknown();
    const ratings = await this.orm.em.fork().find(ProfileRatingRow, { profileAssessmentId });
    return profileRangeOf(
      ratings.map(({ comments }) => comments),
      PRODUCT,
    );
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
