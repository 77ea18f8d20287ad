import type { CommentAgreement, ExportedRating, ReceivedRating } from '@candid/contracts';
import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import { type AskedPage, cutPage, cutSubmissions, exactTime, placeAfter } from '../kernel/paging.js';
import { commentAgreement, type RankedComment } from './rank-comments.js';

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

/** More than the photos of one submission. With this many extra rows, every page can end with a complete submission. */
const SUBMISSION_MAX = 9;

@Injectable()
export class ReceivedRatingsQuery {
  constructor(private readonly database: Database) {}

  /**
   * The photo's ratings, newest first: those of its newest photo assessment and those of earlier ones. They do not
   * identify the assessors.
   */
  async ofPhoto(photoId: string, page: AskedPage = {}): Promise<PhotoRatings> {
    const [score] = await this.database.query<{ newest: string | null }>(
      'select photo_assessment_id as newest from photo_score where photo_id = $1',
      [photoId],
    );
    const { shown: rows, nextCursor } = await this.page('photo_id', photoId, page);
    const all = page.cursor === undefined && nextCursor === null ? rows : (await this.page('photo_id', photoId)).shown;
    const isCurrent = (row: RatingRow): boolean => row.photoAssessmentId === score?.newest;
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
    const rows = await this.database.query<RatingRow>(
      `select ${ratingColumns} from (${side === 'received' ? receivedSql : givenSql}) r
        where ($2::timestamptz is null or (accepted_at, submission_id, photo_id) > ($2::timestamptz, $3::uuid, $4::uuid))
        order by accepted_at, submission_id, photo_id limit $5::int`,
      [userId, ...placeAfter(page.cursor, 2), page.limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows, page.limit, ({ submissionId, photoId }) => [submissionId, photoId]);
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
    const { shown: rows, nextCursor } = await this.page('owner_id', ownerId, page);
    const groups = new Map<string, RatingGroup>();
    for (const row of rows) {
      const group = groups.get(row.photoAssessmentId);
      if (group) group.ratings.push(received(row));
      else groups.set(row.photoAssessmentId, { ratedAt: timeOf(row), ratings: [received(row)] });
    }
    return { ratingGroups: [...groups.values()], nextCursor };
  }

  private async page(
    column: 'photo_id' | 'owner_id',
    id: string,
    { cursor, limit = LIMITS.ratingsListedMax }: AskedPage = {},
  ) {
    const rows = await this.database.query<RatingRow & { assessorId: string }>(
      `select ${ratingColumns}, assessor_id as "assessorId" from received_rating
        where ${column} = $1 and ($2::timestamptz is null or (accepted_at, submission_id) < ($2::timestamptz, $3::uuid))
        order by accepted_at desc, submission_id desc, photo_id limit $4::int`,
      [id, ...placeAfter(cursor), limit + SUBMISSION_MAX],
    );
    return cutSubmissions(rows, limit);
  }
}

interface RatingRow {
  submissionId: string;
  photoId: string;
  photoAssessmentId: string;
  score: number | null;
  comments: RankedComment[];
  /** Time of acceptance to the microsecond. */
  exact_at: string;
}

const ratingColumns = `submission_id as "submissionId", photo_id as "photoId", photo_assessment_id as "photoAssessmentId", score,
    comments, ${exactTime('accepted_at')} as exact_at`;

const timeOf = ({ exact_at }: RatingRow): string => new Date(exact_at).toISOString();

function received(row: RatingRow): ReceivedRating {
  const { submissionId: ratingId, photoId, photoAssessmentId, score, comments } = row;
  const ratedAt = timeOf(row);
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

function exported(row: RatingRow): ExportedRating {
  const { photoId, photoAssessmentId, score, comments } = row;
  return { ratedAt: timeOf(row), photoId, photoAssessmentId, score, comments } as ExportedRating;
}
