import { type AskedPhoto, type PhotoScores, PRODUCT } from '@candid/contracts';
import { MikroORM } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { FairScoresQuery } from '../scoring/fair-scores.query.js';
import { type ConfidenceLevel, confidenceLevelOf, confidenceRangeOf, varianceOf } from './domain/confidence.js';
import { rankComments } from './domain/rank-comments.js';
import { PhotoResultRow } from './photo-result.entity.js';
import { PhotoScoreRow } from './photo-score.entity.js';

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

@Injectable()
export class PhotoScoresQuery {
  constructor(
    @Inject(MikroORM) private readonly orm: { em: EntityManager },
    private readonly fairScores: FairScoresQuery,
  ) {}

  /**
   * Scores in the requested order. A photo that was never assessed has no photo assessment and the whole scale as its
   * range.
   */
  async byPhotoIds(photoIds: readonly string[]): Promise<PhotoScores[]> {
    if (photoIds.length === 0) return [];
    const em = this.orm.em.fork();
    const scores = await em.find(PhotoScoreRow, { photoId: { $in: [...photoIds] } });
    const results = await em.find(PhotoResultRow, { photoId: { $in: scores.map(({ photoId }) => photoId) } });
    const fairScores = await this.fairScores.byPhotoIds(scores.map(({ photoId }) => photoId));
    const scoreOf = new Map(scores.map((row) => [row.photoId, row]));
    const resultOf = new Map(results.map((row) => [row.photoId, row]));
    return photoIds.map((photoId) => ({
      ...scoresOf(photoId, scoreOf.get(photoId), resultOf.get(photoId)),
      fairScore: fairScores.get(photoId) ?? null,
    }));
  }

  async confidenceOf(photoId: string): Promise<{ confidenceRange: [number, number]; level: ConfidenceLevel }> {
    const row = await this.orm.em.fork().findOne(PhotoScoreRow, { photoId });
    const sums = row ?? unscored;
    return { confidenceRange: confidenceRangeOf(sums, PRODUCT), level: confidenceLevelOf(sums) };
  }

  /** What owners ask about photos with a running assessment, in the given order; other photos are left out. */
  async askedOf(photoIds: readonly string[]): Promise<AskedPhoto[]> {
    if (photoIds.length === 0) return [];
    const rows = await this.orm.em.fork().find(PhotoScoreRow, { photoId: { $in: [...photoIds] }, running: true });
    const rowOf = new Map(rows.map((row) => [row.photoId, row]));
    return photoIds.flatMap((photoId) => {
      const row = rowOf.get(photoId);
      if (!row) return [];
      const {
        photoAssessmentId,
        testLimit,
        testTimesRated,
        commentsSelected,
        minComments,
        ratingRequired,
        commentsNegative,
      } = row;
      const asked = { commentsSelected, minComments, ratingRequired, commentsNegative };
      return [{ photoId, photoAssessmentId, testLimit, testTimesRated, ...asked } as AskedPhoto];
    });
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
function scoresOf(
  photoId: string,
  row: PhotoScoreRow | undefined,
  result: PhotoResultRow | undefined,
): Omit<PhotoScores, 'fairScore'> {
  const score = row ?? unscored;
  const isFresh = result !== undefined && result.revision === score.revision;
  const { photoAssessmentId, assessmentId, running, testLimit, testTimesRated, timesRated, totalScore } = score;
  const { commentsSelected, minComments, ratingRequired, commentsNegative } = score;
  return {
    photoId,
    photoAssessmentId,
    assessmentId,
    running,
    testLimit,
    testTimesRated,
    timesRated,
    totalScore,
    variance: varianceOf(score),
    originalRange: isFresh ? [result.rangeLow, result.rangeHigh] : confidenceRangeOf(score, PRODUCT),
    limitReached: testLimit > 0 && testTimesRated >= testLimit,
    comments: isFresh ? result.rankedComments : rankComments(score.comments),
    commentsSelected,
    minComments,
    ratingRequired,
    commentsNegative,
  } as Omit<PhotoScores, 'fairScore'>;
}
