import type { CommentAgreement, ExportedRating, ReceivedRating } from '@candid/contracts';
import { readSessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/postgresql';
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
import { commentAgreement } from './rank-comments.js';
import { PhotoScoreRow, ReceivedRatingRow } from './read-model.js';

export interface RatingGroup {
  /** Time of the group's newest rating. */
  ratedAt: string;
  ratings: ReceivedRating[];
}

export interface PhotoRatings {
  currentRatings: ReceivedRating[];
  pastRatings: ReceivedRating[];
  agreement: CommentAgreement[];
  nextCursor: string | null;
}

const byPlace = { ...newestFirst, photoId: 'asc' } as const;
/** More than the photos of one submission. With this many extra rows, every page can end with a complete submission. */
const SUBMISSION_MAX = 9;

@Injectable()
export class ReceivedRatingsQuery {
  constructor(@Inject(MikroORM) private readonly orm: { em: EntityManager }) {}

  /**
   * The photo's ratings, newest first: those of its newest photo assessment and those of earlier ones. They do not
   * identify the assessors.
   */
  async ofPhoto(photoId: string, page: AskedPage = {}): Promise<PhotoRatings> {
    const em = this.orm.em.fork();
    const score = await em.findOne(PhotoScoreRow, { photoId }, { fields: ['photoAssessmentId'] });
    const { shown: rows, nextCursor } = await this.page({ photoId }, page);
    const all = page.cursor === undefined && nextCursor === null ? rows : (await this.page({ photoId }, {})).shown;
    const isCurrent = (row: ReceivedRatingRow): boolean => row.photoAssessmentId === score?.photoAssessmentId;
    return {
      currentRatings: rows.filter(isCurrent).map(received),
      pastRatings: rows.filter((row) => !isCurrent(row)).map(received),
      agreement: commentAgreement(all) as PhotoRatings['agreement'],
      nextCursor,
    };
  }

  /**
   * Ratings that the user's photos received, or that the user gave, oldest first, with keyset pagination.
   * @throws DomainError VALIDATION_FAILED for an invalid cursor
   */
  async exported(userId: string, side: 'received' | 'given', page: { cursor?: string | undefined; limit: number }) {
    const after = page.cursor === undefined ? undefined : decodeExportCursor(page.cursor, 2);
    const rows = await readSessionOf(this.orm).query<ExportedRow>(
      `select submission_id, photo_id, photo_assessment_id, score, comments,
          ${exactTime('accepted_at')} as at
         from (${side === 'received' ? receivedSql : givenSql}) r
        where ($2::timestamptz is null or (accepted_at, submission_id, photo_id) > ($2::timestamptz, $3::uuid, $4::uuid))
        order by accepted_at, submission_id, photo_id limit $5::int`,
      [userId, after?.at ?? null, after?.ids[0] ?? null, after?.ids[1] ?? null, page.limit + 1],
    );
    const shown = rows.slice(0, page.limit);
    const last = shown.at(-1);
    const nextCursor =
      rows.length > page.limit && last
        ? encodeExportCursor({ at: last.at, ids: [last.submission_id, last.photo_id] })
        : null;
    return { ratings: shown.map(exported), nextCursor };
  }

  /**
   * The owner's ratings grouped by photo assessment, the group with the newest rating first. A page may end within a
   * group.
   */
  async groupsOf(
    ownerId: string,
    page: AskedPage = {},
  ): Promise<{ ratingGroups: RatingGroup[]; nextCursor: string | null }> {
    const { shown: rows, nextCursor } = await this.page({ ownerId }, page);
    const groups = new Map<string, RatingGroup>();
    for (const row of rows) {
      const group = groups.get(row.photoAssessmentId);
      if (group) group.ratings.push(received(row));
      else groups.set(row.photoAssessmentId, { ratedAt: row.acceptedAt.toISOString(), ratings: [received(row)] });
    }
    return { ratingGroups: [...groups.values()], nextCursor };
  }

  private async page(of: { photoId: string } | { ownerId: string }, page: AskedPage) {
    const limit = page.limit ?? LIMITS.ratingsListedMax;
    const where = { ...of, ...afterCursor(page) };
    const rows = await this.orm.em
      .fork()
      .find(ReceivedRatingRow, where, { orderBy: byPlace, limit: limit + SUBMISSION_MAX });
    return pageOf(rows, limit);
  }
}

function received(row: ReceivedRatingRow): ReceivedRating {
  const { submissionId: ratingId, photoId, photoAssessmentId, score, comments, acceptedAt } = row;
  const ratedAt = acceptedAt.toISOString();
  return { ratingId, score, ratedAt, createdAt: ratedAt, comments, photoId, photoAssessmentId } as ReceivedRating;
}

const receivedSql = 'select * from received_rating where owner_id = $1::uuid';

/** Includes answers to gold pairs and uncounted ratings: everything that a person rated is that person's data. */
const givenSql = `select submission_id, photo_id, photo_assessment_id, score, comments, accepted_at
    from received_rating where assessor_id = $1::uuid
  union all select s.submission_id, c.photo_id, s.photo_assessment_id, c.score, c.comments, s.accepted_at
    from assessor_submission s cross join jsonb_array_elements(s.uncounted_ratings) g
      join rating_content c on c.submission_id = s.submission_id and c.photo_id = (g->>'photoId')::uuid
    where s.assessor_id = $1::uuid`;

interface ExportedRow {
  submission_id: string;
  photo_id: string;
  photo_assessment_id: string;
  score: number | null;
  comments: unknown;
  at: string;
}

function exported({ photo_id, photo_assessment_id, score, comments, at }: ExportedRow): ExportedRating {
  return {
    ratedAt: new Date(at).toISOString(),
    photoId: photo_id,
    photoAssessmentId: photo_assessment_id,
    score,
    comments: typeof comments === 'string' ? JSON.parse(comments) : comments,
  } as ExportedRating;
}
