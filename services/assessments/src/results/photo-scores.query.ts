import { type AskedPhoto, type PhotoScores, PRODUCT } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { AdjustedScoresQuery } from '../scoring/adjusted-scores.query.js';
import { type ConfidenceLevel, confidenceLevelOf, confidenceRangeOf, varianceOf } from './confidence.js';
import type { PhotoResult } from './photo-results.js';
import { rankComments } from './rank-comments.js';
import { PhotoScoreRow } from './read-model.js';

const unscored: Omit<PhotoScoreRow, 'photoId' | 'ownerId'> = {
  photoAssessmentId: null,
  assessmentId: null,
  running: false,
  testLimit: 0,
  testTimesRated: 0,
  timesRated: 0,
  totalScore: 0,
  sumOfSquares: 0,
  comments: [],
  commentsSelected: [],
  minComments: 0,
  ratingRequired: false,
  commentsNegative: true,
  unusedTokens: 0,
  revision: 0,
};

type Result = Pick<PhotoResult, 'rangeLow' | 'rangeHigh' | 'rankedComments'>;

/** A photo's scores and derived results; the results are null if those of the same revision are not stored yet. */
type Row = Omit<PhotoScoreRow, 'unusedTokens' | 'revision'> & { [Column in keyof Result]: Result[Column] | null };

const scoresSql = `select s.photo_id as "photoId", s.owner_id as "ownerId", s.photo_assessment_id as "photoAssessmentId",
    s.assessment_id as "assessmentId", s.running, s.test_limit as "testLimit", s.test_times_rated as "testTimesRated",
    s.times_rated as "timesRated", s.total_score as "totalScore", s.sum_of_squares as "sumOfSquares", s.comments,
    s.comments_selected as "commentsSelected", s.min_comments as "minComments", s.rating_required as "ratingRequired",
    s.comments_negative as "commentsNegative", r.range_low as "rangeLow", r.range_high as "rangeHigh",
    r.ranked_comments as "rankedComments"
  from photo_score s left join photo_result r on r.photo_id = s.photo_id and r.revision = s.revision
 where s.photo_id = any ($1::uuid[])`;

const askedSql = `select photo_id as "photoId", photo_assessment_id as "photoAssessmentId", test_limit as "testLimit",
    test_times_rated as "testTimesRated", comments_selected as "commentsSelected", min_comments as "minComments",
    rating_required as "ratingRequired", comments_negative as "commentsNegative"
  from photo_score where photo_id = any ($1::uuid[]) and running`;

/** Uses prepared statements, because every screen runs these queries. */
@Injectable()
export class PhotoScoresQuery {
  constructor(
    private readonly store: EventStore,
    @Inject(MikroORM) private readonly orm: { em: EntityManager },
    private readonly fairScores: AdjustedScoresQuery,
  ) {}

  /**
   * Scores in the requested order. A photo that was never assessed has no photo assessment and the whole scale as its
   * range.
   */
  async byPhotoIds(photoIds: readonly string[]): Promise<PhotoScores[]> {
    if (photoIds.length === 0) return [];
    const [{ rows }, fairScores] = await Promise.all([
      this.store.pool.query<Row>({ name: 'photo-scores', text: scoresSql, values: [photoIds] }),
      this.fairScores.byPhotoIds(photoIds),
    ]);
    const rowOf = new Map(rows.map((row) => [row.photoId, row]));
    return photoIds.map((photoId) => ({
      ...scoresOf(photoId, rowOf.get(photoId)),
      fairScore: fairScores.get(photoId) ?? null,
    }));
  }

  async confidenceOf(photoId: string): Promise<{ confidenceRange: [number, number]; level: ConfidenceLevel }> {
    const row = await this.orm.em.fork().findOne(PhotoScoreRow, { photoId });
    const sums = row ?? unscored;
    return { confidenceRange: confidenceRangeOf(sums, PRODUCT), level: confidenceLevelOf(sums) };
  }

  /** The owners' requirements for photos with a running assessment, in the given order. Other photos are left out. */
  async askedOf(photoIds: readonly string[]): Promise<AskedPhoto[]> {
    if (photoIds.length === 0) return [];
    const { rows } = await this.store.pool.query<AskedPhoto>({
      name: 'asked-photos',
      text: askedSql,
      values: [photoIds],
    });
    const rowOf = new Map<string, AskedPhoto>(rows.map((row) => [row.photoId, row]));
    return photoIds.flatMap((photoId) => rowOf.get(photoId) ?? []);
  }

  /** Newest photo assessment by photo id, for those of the photos that belong to this owner. */
  async assessmentsOf(ownerId: string, photoIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.orm.em
      .fork()
      .find(PhotoScoreRow, { ownerId, photoId: { $in: [...photoIds] } }, { fields: ['photoId', 'photoAssessmentId'] });
    return new Map(
      rows.flatMap(({ photoId, photoAssessmentId }) => (photoAssessmentId ? [[photoId, photoAssessmentId]] : [])),
    );
  }

  /** Refund in tokens if the owner's running assessments, or that of one photo, ended now, and whether any runs. */
  async refundOf(ownerId: string, photoId?: string): Promise<{ refundTokens: number; isRunning: boolean }> {
    const rows = await this.orm.em.fork().find(PhotoScoreRow, { ownerId, running: true, ...(photoId && { photoId }) });
    const refundTokens = rows.reduce((sum, { unusedTokens }) => sum + unusedTokens, 0);
    return { refundTokens, isRunning: rows.length > 0 };
  }
}

/** Derives results that lag behind the sums, so that an owner always reads consistent values. */
function scoresOf(photoId: string, row: Row = withoutResult(photoId)): Omit<PhotoScores, 'fairScore'> {
  const { photoAssessmentId, assessmentId, running, testLimit, testTimesRated, timesRated, totalScore } = row;
  const { commentsSelected, minComments, ratingRequired, commentsNegative } = row;
  const { rangeLow, rangeHigh } = row;
  return {
    photoId,
    photoAssessmentId,
    assessmentId,
    running,
    testLimit,
    testTimesRated,
    timesRated,
    totalScore,
    variance: varianceOf(row),
    originalRange: rangeLow === null || rangeHigh === null ? confidenceRangeOf(row, PRODUCT) : [rangeLow, rangeHigh],
    limitReached: testLimit > 0 && testTimesRated >= testLimit,
    comments: row.rankedComments ?? rankComments(row.comments),
    commentsSelected,
    minComments,
    ratingRequired,
    commentsNegative,
  } as Omit<PhotoScores, 'fairScore'>;
}

const withoutResult = (photoId: string): Row => ({
  ...unscored,
  photoId,
  ownerId: '',
  ...{ rangeLow: null, rangeHigh: null, rankedComments: null },
});
