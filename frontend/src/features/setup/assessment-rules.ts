import { type AssessmentSettings, PRODUCT } from '@candid/contracts';

export type SettingsDraft = Omit<AssessmentSettings, 'commentsSelected' | 'minComments'>;

/** A later assessment starts with the number of assessors of the first one, which is enough for the planner. */
export const startingSettings: SettingsDraft = {
  testLimit: PRODUCT.firstAssessmentAssessors,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
};

/** An assessment must ask for ratings or comments: without ratings it asks for comments. */
export function setRatings(settings: SettingsDraft, ratingRequired: boolean): SettingsDraft {
  return { ...settings, ratingRequired, commentsRequired: ratingRequired ? settings.commentsRequired : true };
}

export function setComments(settings: SettingsDraft, commentsRequired: boolean): SettingsDraft {
  return { ...settings, commentsRequired, ratingRequired: commentsRequired ? settings.ratingRequired : true };
}

/** Cost in tokens of all photos together. `firstTokens`: cost of a first assessment; null for a later assessment. */
export function costOf(settings: SettingsDraft, photoCount: number, firstTokens: number | null): number {
  return firstTokens ?? settings.testLimit * photoCount * PRODUCT.pricePerAssessorTokens;
}

export function readinessOf(
  settings: SettingsDraft,
  photoCount: number,
  { firstTokens, balanceTokens }: { firstTokens: number | null; balanceTokens: number },
) {
  const needed = firstTokens === null ? 1 : PRODUCT.firstAssessmentPhotos;
  const missingPhotos = Math.max(0, needed - photoCount);
  const missingTokens = Math.max(0, costOf(settings, Math.max(photoCount, needed), firstTokens) - balanceTokens);
  return { missingPhotos, missingTokens, ready: missingPhotos === 0 && missingTokens === 0 && settings.testLimit > 0 };
}
