import { type CompareBy, PRODUCT } from '@candid/contracts';
import { EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { audienceOf, descriptionOf, isOfAudience } from '../participants/audience.sql.js';
import {
  type AdjustedScore,
  type AudienceScore,
  adjustedScoreOf,
  audienceScoreOf,
  isAudienceTold,
} from './adjusted-score.js';
import { type Comparison, chancesOfBest, comparePhotos, rankPhotos } from './compare-photos.js';
import { withEvenNoise } from './fit-score-model.js';
import { audiencePosterior, type JointPosterior, jointPosterior, type SharedRating } from './joint-posterior.js';
import { type AudienceModel, onCommonSpread, type ScoreModel } from './score-model.js';
import { loadScoreModel } from './score-model.rows.js';

/** The ranking has the best photos first and groups those that cannot be distinguished. Photos without ratings are in no group. */
interface PhotosCompared {
  fairScores: { photoId: string; fairScore: AdjustedScore | null; audienceScore: AudienceScore | null }[];
  /** The assessors whose scores `comparisons` and `ranking` use: everybody or the audience. */
  by: CompareBy;
  comparisons: Comparison[];
  ranking: string[][];
}

interface PhotoEvidenceRow extends EvidenceRow {
  photo_assessment_id: string;
}

export const evidenceSql = `select e.photo_id, e.submission_id, g.photo_assessment_id, e.assessor_id, e.score, e.message_precision,
    e.message_shift, r.ratings, r.total, r.squares, r.precision, r.shift,
    coalesce(${isOfAudience(descriptionOf('a'), audienceOf('w'), 'now()')}, false) as is_of_audience
  from rating_evidence e join assessor_severity r on r.assessor_id = e.assessor_id
    join received_rating g on g.submission_id = e.submission_id and g.photo_id = e.photo_id
    left join participant a on a.user_id = e.assessor_id left join participant w on w.user_id = g.owner_id
 where e.photo_id = any ($1::uuid[]) order by g.accepted_at, e.submission_id`;

/** Selects the photos of those photo assessments ($2) of an owner ($1) that stop early and have more than two photos. */
const photosInQuestionSql = `select array_agg(s.photo_id order by s.photo_id) as photo_ids, p.compare_by
  from photo_score s join participant p on p.user_id = s.owner_id and p.stop_when_settled
 where s.owner_id = $1::uuid and s.photo_assessment_id = any ($2::uuid[])
 group by s.photo_assessment_id, p.compare_by having count(*) > 2`;

/** Reads the scores from the latest results of the aggregation worker. */
@Injectable()
export class AdjustedScoresQuery {
  private readonly session: SqlSession;

  constructor(private readonly store: EventStore) {
    this.session = sessionOfClient(store.pool);
  }

  /** Photos without ratings are missing. */
  async byPhotoIds(photoIds: readonly string[]): Promise<Map<string, AdjustedScore>> {
    if (photoIds.length === 0) return new Map();
    const [{ model }, evidence] = await Promise.all([loadScoreModel(this.session), this.evidenceOf(photoIds)]);
    const scores = new Map<string, AdjustedScore>();
    for (const [photoId, rows] of Map.groupBy(evidence, (row) => row.photo_id)) {
      const score = scoreFrom(model, photoId, rows);
      if (score) scores.set(photoId, score);
    }
    return scores;
  }

  /** The photo's score by all ratings, by those of the audience, and by those from before its newest photo assessment. */
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

  /** @param wanted the audience is used only if three of its assessors and three others have rated one of the photos */
  async compare(photoIds: readonly string[], wanted: CompareBy): Promise<PhotosCompared> {
    const known = await this.known(photoIds);
    const { posterior, by } = posteriorOf(known, wanted);
    const pairs = posterior.photoIds.flatMap((_, first) =>
      posterior.photoIds.slice(first + 1).map((__, offset) => comparePhotos(posterior, first, first + 1 + offset)),
    );
    const { model, audience, evidence } = known;
    const fairScores = photoIds.map((photoId) => {
      const own = evidence.filter((row) => row.photo_id === photoId);
      return {
        photoId,
        fairScore: scoreFrom(model, photoId, own) ?? null,
        audienceScore: audienceScoreFrom(model, audience, photoId, own) ?? null,
      };
    });
    return { fairScores, by, comparisons: pairs, ranking: rankPhotos(posterior) };
  }

  /** Probability by photo id that the photo is the best of these. Photos without ratings are missing. */
  async chancesOfBest(photoIds: readonly string[], wanted: CompareBy): Promise<Map<string, number>> {
    const { posterior } = posteriorOf(await this.known(photoIds), wanted);
    const chances = chancesOfBest(posterior);
    return new Map(posterior.photoIds.map((photoId, index) => [photoId, chances[index]!]));
  }

  /**
   * The photos of these photo assessments by falling chance to be the best of their photo assessment. Undefined if the owner does
   * not ask which one is the best, if there are at most two photos to choose from, or if no score is known.
   */
  async likeliestFirst(ownerId: string, photoAssessmentIds: readonly string[]): Promise<string[] | undefined> {
    const { rows } = await this.store.pool.query<{ photo_ids: string[]; compare_by: CompareBy }>({
      name: 'photos-in-question',
      text: photosInQuestionSql,
      values: [ownerId, photoAssessmentIds],
    });
    const chances: [string, number][] = [];
    for (const { photo_ids, compare_by } of rows) chances.push(...(await this.chancesOfBest(photo_ids, compare_by)));
    if (chances.length === 0) return undefined;
    return chances.sort(([, one], [, other]) => other - one).map(([photoId]) => photoId);
  }

  private async known(photoIds: readonly string[]): Promise<KnownPhotos> {
    const { model, audience } = await loadScoreModel(this.session);
    const evidence = await this.evidenceOf(photoIds);
    const ratedIds = photoIds.filter((photoId) => evidence.some((row) => row.photo_id === photoId));
    return { model, audience, evidence, ratedIds };
  }

  /** Oldest first. */
  private async evidenceOf(photoIds: readonly string[]): Promise<PhotoEvidenceRow[]> {
    const { rows } = await this.store.pool.query<PhotoEvidenceRow>({
      name: 'score-evidence',
      text: evidenceSql,
      values: [photoIds],
    });
    return rows;
  }
}

interface KnownPhotos {
  model: ScoreModel;
  audience: AudienceModel;
  evidence: readonly PhotoEvidenceRow[];
  /** Photos with ratings, in the requested order. */
  ratedIds: string[];
}

/**
 * Joint posterior of the photos. A rating counts as one of the audience only if three of the audience and three others have rated
 * the photo; otherwise a comparison would reveal attributes of single assessors.
 */
function posteriorOf({ model, audience, evidence, ratedIds }: KnownPhotos, wanted: CompareBy) {
  const ratings = evidence.map((row) => sharedRatingOf(row, model));
  if (wanted === 'audience') {
    const told = new Set(ratedIds.filter((photoId) => isAudienceTold(countsOf(ratings, photoId))));
    const bounded = ratings.map((rating) => ({
      ...rating,
      isOfAudience: (rating.isOfAudience ?? false) && told.has(rating.photoId),
    }));
    if (told.size > 0)
      return { by: wanted, posterior: audiencePosterior(model, audience, ratedIds, bounded) as JointPosterior };
  }
  return { by: 'anyone' as CompareBy, posterior: jointPosterior(model, ratedIds, ratings) };
}

function countsOf(ratings: readonly SharedRating[], photoId: string): { audience: number; others: number } {
  const ofPhoto = ratings.filter((rating) => rating.photoId === photoId);
  const count = (isOfAudience: boolean) =>
    new Set(ofPhoto.flatMap((rating) => ((rating.isOfAudience ?? false) === isOfAudience ? [rating.assessorId] : [])))
      .size;
  return { audience: count(true), others: count(false) };
}

/** Scores the photo alone, so that its score is the same on every screen. */
function scoreFrom(model: ScoreModel, photoId: string, rows: readonly EvidenceRow[]): AdjustedScore | undefined {
  const ratings = rows.map((row) => sharedRatingOf(row, model));
  return adjustedScoreOf(model, jointPosterior(withEvenNoise(model), [photoId], ratings), 0, PRODUCT);
}

function audienceScoreFrom(
  model: ScoreModel,
  audience: AudienceModel,
  photoId: string,
  rows: readonly EvidenceRow[],
): AudienceScore | undefined {
  const ratings = rows.map((row) => sharedRatingOf(row, model));
  return audienceScoreOf(model, audiencePosterior(withEvenNoise(model), audience, [photoId], ratings), 0, PRODUCT);
}

/** A counted rating with the belief about its assessor. */
export interface EvidenceRow {
  photo_id: string;
  assessor_id: string;
  score: number;
  message_precision: number;
  message_shift: number;
  ratings: number;
  total: number;
  squares: number;
  precision: number;
  shift: number;
  /** Undefined if the query does not ask for it. */
  is_of_audience?: boolean;
}

export function sharedRatingOf(row: EvidenceRow, model: ScoreModel): SharedRating {
  const sums = { ratings: Number(row.ratings), total: Number(row.total), squares: Number(row.squares) };
  return {
    photoId: row.photo_id,
    assessorId: row.assessor_id,
    score: onCommonSpread(Number(row.score), sums, model),
    assessor: { precision: Number(row.precision), shift: Number(row.shift) },
    message: { precision: Number(row.message_precision), shift: Number(row.message_shift) },
    ...(row.is_of_audience !== undefined && { isOfAudience: row.is_of_audience }),
  };
}
