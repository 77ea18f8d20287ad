import {
  type ExportedProfileAssessment,
  type ExportedProfileRating,
  PRODUCT,
  type ProfileAssessment,
  type ProfileRating,
} from '@candid/contracts';
import { readSessionOf } from '@candid/platform/orm';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import {
  type AskedPage,
  afterCursor,
  decodeExportCursor,
  encodeExportCursor,
  exactTime,
  newestFirst,
  pageOf,
} from '../kernel/paging.js';
import { meanSliderOf, profileRangeOf } from '../results/confidence.js';
import { rankComments } from '../results/rank-comments.js';
import { profileUnknown } from './errors.js';
import { ProfileAssessmentRow, ProfileRatingRow } from './read-model.js';

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

interface PageRequest {
  cursor?: string | undefined;
  limit: number;
}

interface GroupRow {
  id: string;
  at: string;
  photo_ids: unknown;
  test_limit: number;
  test_times_rated: number;
  started_at: string;
  comments_selected: unknown;
}

interface RatingRow {
  id: string;
  at: string;
  profile_assessment_id: string;
  comments: unknown;
}

/** Exports a person's profile assessments and their ratings, oldest first, with keyset pagination. */
@Injectable()
export class ExportedProfilesQuery {
  constructor(@Inject(MikroORM) private readonly orm: { em: EntityManager }) {}

  /** @throws DomainError VALIDATION_FAILED for an invalid cursor */
  async groupsOf(ownerId: string, { cursor, limit }: PageRequest) {
    const after = cursor === undefined ? undefined : decodeExportCursor(cursor, 1);
    const rows = await readSessionOf(this.orm).query<GroupRow>(
      `select profile_assessment_id as id, ${exactTime('created_at')} as at, photo_ids, test_limit, test_times_rated,
          ${exactTime('started_at')} as started_at, comments_selected
         from profile_assessment where owner_id = $1::uuid
          and ($2::timestamptz is null or (created_at, profile_assessment_id) > ($2::timestamptz, $3::uuid))
        order by created_at, profile_assessment_id limit $4::int`,
      [ownerId, after?.at ?? null, after?.ids[0] ?? null, limit + 1],
    );
    const { shown, nextCursor } = exportedPageOf(rows, limit);
    return { profileAssessments: shown.map(exportedProfileOf), nextCursor };
  }

  /**
   * Ratings that the user's profiles received, or that the user gave. @throws DomainError VALIDATION_FAILED for an
   * invalid cursor
   */
  async ratingsOf(userId: string, side: 'received' | 'given', { cursor, limit }: PageRequest) {
    const after = cursor === undefined ? undefined : decodeExportCursor(cursor, 1);
    const rows = await readSessionOf(this.orm).query<RatingRow>(
      `select submission_id as id, ${exactTime('accepted_at')} as at, profile_assessment_id, comments from profile_rating
        where ${side === 'received' ? 'owner_id' : 'assessor_id'} = $1::uuid
          and ($2::timestamptz is null or (accepted_at, submission_id) > ($2::timestamptz, $3::uuid))
        order by accepted_at, submission_id limit $4::int`,
      [userId, after?.at ?? null, after?.ids[0] ?? null, limit + 1],
    );
    const { shown, nextCursor } = exportedPageOf(rows, limit);
    return { ratings: shown.map(ratingOf), nextCursor };
  }
}

function exportedPageOf<Row extends { at: string; id: string }>(rows: Row[], limit: number) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    shown,
    nextCursor: rows.length > limit && last ? encodeExportCursor({ at: last.at, ids: [last.id] }) : null,
  };
}

const iso = (at: string): string => new Date(at).toISOString();
const json = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

function exportedProfileOf(row: GroupRow): ExportedProfileAssessment {
  return {
    profileAssessmentId: row.id,
    createdAt: iso(row.at),
    currentTestStartedAt: iso(row.started_at),
    photoIds: json(row.photo_ids),
    testLimit: Number(row.test_limit),
    testTimesRated: Number(row.test_times_rated),
    commentsSelected: json(row.comments_selected),
  } as ExportedProfileAssessment;
}

function ratingOf({ at, profile_assessment_id: profileAssessmentId, comments }: RatingRow): ExportedProfileRating {
  return { ratedAt: iso(at), profileAssessmentId, comments: json(comments) } as ExportedProfileRating;
}
