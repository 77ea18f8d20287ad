import { onCommonSpread } from './domain/assessor-spread.js';
import type { SharedRating } from './domain/joint-posterior.js';
import type { ScoreModel } from './domain/score-model.js';

/** A counted rating with all that is known of its assessor. */
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
  /** Undefined where nobody asks for it. */
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
