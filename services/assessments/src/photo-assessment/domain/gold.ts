import { allChoices } from '../../catalogue/domain/photo-catalogue.js';
import type { StartGoldAssessment } from './commands.js';
import type { AcceptedRating, AssessmentSettings, PhotoAssessmentEvent } from './events.js';
import type { PhotoAssessmentState } from './state.js';

/** As most photo assessments are; used where there is no other photo assessment that a pair could be like. */
export const goldSettings: AssessmentSettings = {
  testLimit: 4,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  commentsSelected: allChoices.map(([sectionId, phraseId]) => [sectionId, phraseId]),
  minComments: 1,
};

/** One assessor's own copy of a pair with an obvious answer: nobody pays for it, and nobody else rates it. */
export function startGoldAssessment(
  { type: _, at, ...photoAssessment }: StartGoldAssessment,
  state: PhotoAssessmentState,
): PhotoAssessmentEvent[] {
  if (state.status !== 'unknown') return [];
  return [{ type: 'GoldAssessmentStarted', data: { ...photoAssessment, startedAt: at } }];
}

/** The plainly fine photo is better than the plainly bad one; by how much is taste. */
export function isRight(ratings: readonly AcceptedRating[], finePhotoId: string): boolean {
  // Of a pair that the assessor reported a photo of, there is nothing to compare.
  if (ratings.length < 2) return true;
  const fine = ratings.find(({ photoId }) => photoId === finePhotoId)?.score ?? 0;
  return ratings.every(({ photoId, score }) => photoId === finePhotoId || fine > (score ?? 0));
}
