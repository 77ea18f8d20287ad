/**
 * Statistics that estimate scores of photos from ratings, corrected for strict and generous assessors. `score-model.ts` states
 * the model. Scores are points of the 1–20 scale; every function is pure.
 */
export {
  type AdjustedScore,
  type AudienceScore,
  adjustedScoreFrom,
  rescorePhoto,
  scorePhoto,
  scorePhotoByAudience,
} from './adjusted-score.js';
export {
  type AssociatedRating,
  COMPARED,
  type CommentAssociation,
  commentAssociations,
  comparedComments,
  estimateAssociations,
  type PhraseSide,
  sideOf,
} from './comment-associations.js';
export {
  type Comparison,
  chancesOfBest,
  compareAll,
  defaultCertainty,
  probabilityOfBeating,
  rankPhotos,
} from './compare-photos.js';
export { byGroup, estimateAudience } from './fit-audience-model.js';
export { estimateScoreModel, fitBeliefs, fitScoreModel, type ScoreFit, withEvenNoise } from './fit-score-model.js';
export { audiencePosterior, jointPosterior, posteriorBy, type SharedRating } from './joint-posterior.js';
export { z80 } from './normal.js';
export {
  type AssessorSums,
  type AudienceModel,
  type Belief,
  beliefOf,
  columnsOf,
  minus,
  nothing,
  onCommonSpread,
  photoCountOf,
  plus,
  priorAudience,
  priorScoreModel,
  type RatingColumns,
  type ScoreModel,
  unknownAssessor,
} from './score-model.js';
