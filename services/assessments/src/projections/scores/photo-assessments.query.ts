import { type PhotoAssessment, PRODUCT } from '@candid/contracts';
import { MikroORM } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import {
  type ConfidenceLevel,
  confidenceLevelOf,
  confidenceRangeOf,
  varianceOf,
} from '../../domain/results/confidence.js';
import { rankComments } from '../../domain/results/rank-comments.js';
import { PhotoResultRow } from '../../records/photo-result.entity.js';
import { FairScoresQuery } from './fair-scores.query.js';
import { PhotoScoreRow } from './photo-score.entity.js';

const unscored: Omit<PhotoScoreRow, 'photoId' | 'ownerId'> = {
  testId: null,
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
  revision: 0,
};

@Injectable()
export class PhotoAssessmentsQuery {
  constructor(
    @Inject(MikroORM) private readonly orm: { em: EntityManager },
    @Inject(FairScoresQuery) private readonly fairScores: FairScoresQuery,
  ) {}

  /** In the order asked; a photo that was never assessed has no test and the whole scale as its range. */
  async byPhotoIds(photoIds: readonly string[]): Promise<PhotoAssessment[]> {
    if (photoIds.length === 0) return [];
    const em = this.orm.em.fork();
    const scores = await em.find(PhotoScoreRow, { photoId: { $in: [...photoIds] } });
    const results = await em.find(PhotoResultRow, { photoId: { $in: scores.map(({ photoId }) => photoId) } });
    const fairScores = await this.fairScores.byPhotoIds(scores.map(({ photoId }) => photoId));
    const scoreOf = new Map(scores.map((row) => [row.photoId, row]));
    const resultOf = new Map(results.map((row) => [row.photoId, row]));
    return photoIds.map((photoId) => ({
      ...photoAssessment(photoId, scoreOf.get(photoId), resultOf.get(photoId)),
      fairScore: fairScores.get(photoId) ?? null,
    }));
  }

  async confidenceOf(photoId: string): Promise<{ confidenceRange: [number, number]; level: ConfidenceLevel }> {
    const row = await this.orm.em.fork().findOne(PhotoScoreRow, { photoId });
    const sums = row ?? unscored;
    return { confidenceRange: confidenceRangeOf(sums, PRODUCT), level: confidenceLevelOf(sums) };
  }

  /** The newest running test of the photos of this owner that are named; undefined where none of them is under assessment. */
  async testOf(ownerId: string, photoIds: readonly string[]): Promise<string | undefined> {
    const rows = await this.orm.em
      .fork()
      .find(PhotoScoreRow, { ownerId, photoId: { $in: [...photoIds] } }, { fields: ['photoId', 'testId'] });
    for (const photoId of photoIds) {
      const testId = rows.find((row) => row.photoId === photoId)?.testId;
      if (testId) return testId;
    }
    return undefined;
  }

  /** What ending the owner's running assessments now, or that of one photo, would give back. */
  async refundTokensOf(ownerId: string, photoId?: string): Promise<number> {
    const rows = await this.orm.em.fork().find(PhotoScoreRow, { ownerId, running: true, ...(photoId && { photoId }) });
    const places = rows.reduce((sum, row) => sum + row.testLimit - row.testTimesRated, 0);
    return places * PRODUCT.pricePerAssessorTokens;
  }
}

/** Results that lag behind the sums are derived here: what an owner reads always fits together. */
function photoAssessment(
  photoId: string,
  row: PhotoScoreRow | undefined,
  result: PhotoResultRow | undefined,
): Omit<PhotoAssessment, 'fairScore'> {
  const score = row ?? unscored;
  const isFresh = result !== undefined && result.revision === score.revision;
  const { testId, assessmentId, running, testLimit, testTimesRated, timesRated, totalScore } = score;
  const { commentsSelected, minComments, ratingRequired, commentsNegative } = score;
  return {
    photoId,
    testId,
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
  } as Omit<PhotoAssessment, 'fairScore'>;
}
