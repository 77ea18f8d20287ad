import { type CompareBy, PRODUCT } from '@candid/contracts';
import { Database } from '@candid/platform/orm';
import {
  type AdjustedScore,
  type AudienceModel,
  chancesOfBest,
  compareAll,
  onCommonSpread,
  posteriorBy,
  rankPhotos,
  type ScoreModel,
  type SharedRating,
  scorePhoto,
  scorePhotoByAudience,
} from '@candid/scores';
import { Injectable } from '@nestjs/common';
import { audienceOf, descriptionOf, isOfAudience } from '../participants/audience.sql.js';
import { type AssessorRow, loadScoreModel } from './adjusted-scores.rows.js';

/** A counted rating with the belief about its assessor. */
export interface EvidenceRow extends AssessorRow {
  photo_id: string;
  score: number;
  message_precision: number;
  message_shift: number;
  /** Undefined if the query does not select it. */
  is_of_audience?: boolean;
}

/** The columns of an `EvidenceRow`. `e` and `r` are aliases of `rating_evidence` and `assessor_severity`. */
export const evidenceColumns = `e.photo_id, e.assessor_id, e.score, e.message_precision, e.message_shift, r.ratings, r.total,
    r.squares, r.precision, r.shift`;

interface PhotoEvidenceRow extends EvidenceRow {
  photo_assessment_id: string;
}

export const evidenceSql = `select ${evidenceColumns}, g.photo_assessment_id,
    coalesce(${isOfAudience(descriptionOf('a'), audienceOf('w'), 'now()')}, false) as is_of_audience
  from rating_evidence e join assessor_severity r on r.assessor_id = e.assessor_id
    join received_rating g on g.submission_id = e.submission_id and g.photo_id = e.photo_id
    left join participant a on a.user_id = e.assessor_id left join participant w on w.user_id = g.owner_id
 where e.photo_id = any ($1::uuid[]) order by g.accepted_at, e.submission_id`;

export function sharedRatingOf(row: EvidenceRow, model: ScoreModel): SharedRating {
  return {
    photoId: row.photo_id,
    assessorId: row.assessor_id,
    score: onCommonSpread(row.score, row, model),
    assessor: { precision: row.precision, shift: row.shift },
    message: { precision: row.message_precision, shift: row.message_shift },
    ...(row.is_of_audience !== undefined && { isOfAudience: row.is_of_audience }),
  };
}

/** Selects the photos of owner $1's photo assessments in $2 that stop early and have more than two photos. */
const photosInQuestionSql = `select array_agg(s.photo_id order by s.photo_id) as "photoIds", p.compare_by as "compareBy"
  from photo_score s join participant p on p.user_id = s.owner_id and p.stop_when_settled
 where s.owner_id = $1::uuid and s.photo_assessment_id = any ($2::uuid[])
 group by s.photo_assessment_id, p.compare_by having count(*) > 2`;

interface Question {
  photoIds: string[];
  compareBy: CompareBy;
}

/** The fitted model and the photos' ratings, oldest first. */
interface Evidence {
  model: ScoreModel;
  audience: AudienceModel;
  ratings: readonly (SharedRating & { photoAssessmentId: string })[];
}

@Injectable()
export class AdjustedScoresQuery {
  constructor(private readonly database: Database) {}

  async byPhotoIds(photoIds: readonly string[]): Promise<Map<string, AdjustedScore>> {
    if (photoIds.length === 0) return new Map();
    const { model, ratings } = await this.evidenceOf(photoIds);
    const byPhoto = Map.groupBy(ratings, ({ photoId }) => photoId);
    return new Map([...byPhoto].map(([photoId, own]) => [photoId, scorePhoto(model, photoId, own, PRODUCT)!]));
  }

  /** Scores a photo by all ratings, by those of the audience, and by those before its newest photo assessment. */
  async ofPhoto(photoId: string) {
    const evidence = await this.evidenceOf([photoId]);
    const newest = evidence.ratings.at(-1)?.photoAssessmentId;
    const earlier = evidence.ratings.filter(({ photoAssessmentId }) => photoAssessmentId !== newest);
    const previousFairScore = scorePhoto(evidence.model, photoId, earlier, PRODUCT) ?? null;
    return { ...scoresOf(evidence, photoId), previousFairScore };
  }

  /**
   * The ranking has the best photos first and groups those that cannot be distinguished. Photos without ratings are in no group.
   * @param wanted the audience is used only if three of its assessors and three others have rated one of the photos
   * @returns `by`: the assessors whose scores the comparisons and the ranking use
   */
  async compare(photoIds: readonly string[], wanted: CompareBy) {
    const evidence = await this.evidenceOf(photoIds);
    const { posterior, by } = posteriorOf(evidence, photoIds, wanted);
    const fairScores = photoIds.map((photoId) => ({ photoId, ...scoresOf(evidence, photoId) }));
    return { fairScores, by, comparisons: compareAll(posterior), ranking: rankPhotos(posterior) };
  }

  /** Returns each photo's probability of being the best of the given photos. Photos without ratings are missing. */
  async chancesOfBest(photoIds: readonly string[], wanted: CompareBy): Promise<Map<string, number>> {
    const { posterior } = posteriorOf(await this.evidenceOf(photoIds), photoIds, wanted);
    const chances = chancesOfBest(posterior);
    return new Map(posterior.photoIds.map((photoId, index) => [photoId, chances[index]!]));
  }

  /**
   * The photos by probability of being the best of their photo assessment, highest first. Undefined if the owner does
   * not ask which one is the best, if there are at most two photos to choose from, or if no score is known.
   */
  async likeliestFirst(ownerId: string, photoAssessmentIds: readonly string[]): Promise<string[] | undefined> {
    const values = [ownerId, photoAssessmentIds];
    const questions = await this.database.query<Question>(photosInQuestionSql, values);
    const chances: [string, number][] = [];
    for (const { photoIds, compareBy } of questions) chances.push(...(await this.chancesOfBest(photoIds, compareBy)));
    if (chances.length === 0) return undefined;
    return chances.sort(([, one], [, other]) => other - one).map(([photoId]) => photoId);
  }

  private async evidenceOf(photoIds: readonly string[]): Promise<Evidence> {
    const [{ model, audience }, rows] = await Promise.all([
      loadScoreModel(this.database),
      this.database.query<PhotoEvidenceRow>(evidenceSql, [photoIds]),
    ]);
    const ratings = rows.map((row) => ({ ...sharedRatingOf(row, model), photoAssessmentId: row.photo_assessment_id }));
    return { model, audience, ratings };
  }
}

function scoresOf({ model, audience, ratings }: Evidence, photoId: string) {
  return {
    fairScore: scorePhoto(model, photoId, ratings, PRODUCT) ?? null,
    audienceScore: scorePhotoByAudience(model, audience, photoId, ratings, PRODUCT) ?? null,
  };
}

function posteriorOf(evidence: Evidence, photoIds: readonly string[], wanted: CompareBy) {
  const rated = new Set(evidence.ratings.map(({ photoId }) => photoId));
  const ratedIds = photoIds.filter((photoId) => rated.has(photoId));
  return posteriorBy(wanted, evidence, ratedIds, evidence.ratings);
}
