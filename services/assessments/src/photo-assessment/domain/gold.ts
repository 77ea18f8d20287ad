import { allChoices } from '../../catalogue/domain/photo-catalogue.js';
import type { StartGoldAssessment } from './commands.js';
import type { AssessmentSettings, PhotoAssessmentEvent, RatingContent } from './events.js';
import type { PhotoAssessmentState } from './state.js';

/** Common settings, used if there is no other photo assessment that a gold pair could imitate. */
export const goldSettings: AssessmentSettings = {
  testLimit: 4,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  commentsSelected: allChoices.map(([sectionId, phraseId]) => [sectionId, phraseId]),
  minComments: 1,
};

/** Starts one assessor's own copy of a gold pair: no owner pays for it, and nobody else rates it. */
export function startGoldAssessment(
  { type: _, at, ...photoAssessment }: StartGoldAssessment,
  state: PhotoAssessmentState,
): PhotoAssessmentEvent[] {
  if (state.status !== 'unknown') return [];
  return [{ type: 'GoldAssessmentStarted', data: { ...photoAssessment, startedAt: at } }];
}

/** True if the fine photo scores higher than the bad one, by any difference. */
export function isRight(ratings: readonly (RatingContent & { photoId: string })[], finePhotoId: string): boolean {
  // If the assessor reported a photo of the pair, there is nothing to compare.
  if (ratings.length < 2) return true;
  const fine = ratings.find(({ photoId }) => photoId === finePhotoId)?.score ?? 0;
  return ratings.every(({ photoId, score }) => photoId === finePhotoId || fine > (score ?? 0));
}
