import { type CompareBy, PRODUCT } from '@candid/contracts';
import { EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { audienceOf, isOfAudience } from '../participants/audience.sql.js';
import type { AudienceModel } from './domain/audience-model.js';
import { type Comparison, comparePhotos, rankPhotos } from './domain/compare-photos.js';
import {
  AUDIENCE_ASSESSORS_MIN,
  type AudienceScore,
  audienceScoreOf,
  type FairScore,
  fairScoreOf,
} from './domain/fair-score.js';
import { audiencePosterior, jointPosterior } from './domain/joint-posterior.js';
import type { ScoreModel } from './domain/score-model.js';
import { type EvidenceRow, sharedRatingOf } from './evidence.rows.js';
import { loadScoreModel } from './score-model.rows.js';

/** Best first, ties side by side; photos that nobody has rated are in no group. */
export interface PhotosCompared {
  fairScores: { photoId: string; fairScore: FairScore | null; audienceScore: AudienceScore | null }[];
  /** Whose scores `comparisons` and `ranking` go by. */
  by: CompareBy;
  comparisons: Comparison[];
  ranking: string[][];
}

interface PhotoEvidenceRow extends EvidenceRow {
  photo_assessment_id: string;
}

export const evidenceSql = `select e.photo_id, e.submission_id, g.photo_assessment_id, e.assessor_id, e.score, e.message_precision,
    e.message_shift, r.ratings, r.total, r.squares, r.precision, r.shift,
    coalesce(${isOfAudience('a', audienceOf('w'), 'now()')}, false) as is_of_audience
  from rating_evidence e join assessor_severity r on r.assessor_id = e.assessor_id
    join received_rating g on g.submission_id = e.submission_id and g.photo_id = e.photo_id
    left join participant a on a.user_id = e.assessor_id left join participant w on w.user_id = g.owner_id
 where e.photo_id = any ($1::uuid[]) order by g.accepted_at, e.submission_id`;

/** What the aggregation worker has found so far. */
@Injectable()
export class FairScoresQuery {
  private readonly session: SqlSession;

  constructor(private readonly store: EventStore) {
    this.session = sessionOfClient(store.pool);
  }

  /** Only of photos that somebody has rated. */
  async byPhotoIds(photoIds: readonly string[]): Promise<Map<string, FairScore>> {
    if (photoIds.length === 0) return new Map();
    const [{ model }, evidence] = await Promise.all([loadScoreModel(this.session), this.evidenceOf(photoIds)]);
    const scores = new Map<string, FairScore>();
    for (const [photoId, rows] of Map.groupBy(evidence, (row) => row.photo_id)) {
      const score = scoreFrom(model, photoId, rows);
      if (score) scores.set(photoId, score);
    }
    return scores;
  }

  /** The photo by all its ratings, by those of the audience, and by those of the photo assessments before its newest one. */
  async ofPhoto(photoId: string) {
    const { model, audience } = await loadScoreModel(this.session);
    const evidence = await this.evidenceOf([photoId]);
    const newest = evidence.at(-1)?.photo_assessment_id;
    const earlier = evidence.filter((row) => row.photo_assessment_id !== newest);
    return {
      fairScore: scoreFrom(model, photoId, evidence) ?? null,
      previousFairScore: scoreFrom(model, photoId, earlier) ?? null,
      audienceScore: audienceScoreFrom(model, audience, photoId, evidence) ?? null,
    };
  }

  /** @param wanted by the audience only if three of it have rated one of the photos */
  async compare(photoIds: readonly string[], wanted: CompareBy): Promise<PhotosCompared> {
    const { model, audience } = await loadScoreModel(this.session);
    const evidence = await this.evidenceOf(photoIds);
    const ratedIds = photoIds.filter((photoId) => evidence.some((row) => row.photo_id === photoId));
    const ratings = evidence.map((row) => sharedRatingOf(row, model));
    const ofAudience = audiencePosterior(model, audience, ratedIds, ratings);
    const by = ofAudience.assessors.some((assessors) => assessors >= AUDIENCE_ASSESSORS_MIN) ? wanted : 'anyone';
    const posterior = by === 'audience' ? ofAudience : jointPosterior(model, ratedIds, ratings);
    const pairs = ratedIds.flatMap((_, first) =>
      ratedIds.slice(first + 1).map((__, offset) => comparePhotos(model, posterior, first, first + 1 + offset)),
    );
    return {
      fairScores: photoIds.map((photoId) => {
        const own = evidence.filter((row) => row.photo_id === photoId);
        return {
          photoId,
          fairScore: scoreFrom(model, photoId, own) ?? null,
          audienceScore: audienceScoreFrom(model, audience, photoId, own) ?? null,
        };
      }),
      by,
      comparisons: pairs,
      ranking: rankPhotos(posterior),
    };
  }

  /** The oldest first. */
  private async evidenceOf(photoIds: readonly string[]): Promise<PhotoEvidenceRow[]> {
    const { rows } = await this.store.pool.query<PhotoEvidenceRow>({
      name: 'score-evidence',
      text: evidenceSql,
      values: [photoIds],
    });
    return rows;
  }
}

/** Of the photo by itself, so that it reads the same wherever it is shown. */
function scoreFrom(model: ScoreModel, photoId: string, rows: readonly EvidenceRow[]): FairScore | undefined {
  const ratings = rows.map((row) => sharedRatingOf(row, model));
  return fairScoreOf(model, jointPosterior(model, [photoId], ratings), 0, PRODUCT);
}

function audienceScoreFrom(
  model: ScoreModel,
  audience: AudienceModel,
  photoId: string,
  rows: readonly EvidenceRow[],
): AudienceScore | undefined {
  const ratings = rows.map((row) => sharedRatingOf(row, model));
  return audienceScoreOf(model, audiencePosterior(model, audience, [photoId], ratings), 0, PRODUCT);
}
