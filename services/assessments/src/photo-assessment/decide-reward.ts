import { type AssessmentSettings, PRODUCT } from '@candid/contracts';

type RatedPhoto = Readonly<{ score: number | null; comments: readonly unknown[] }>;

/** Returns an assessor's tokens for one photo: for a requested rating, and for each comment beyond `minComments`. */
export function photoReward({ score, comments }: RatedPhoto, settings: AssessmentSettings): number {
  const ratingTokens = settings.ratingRequired && score !== null ? PRODUCT.rewardPerRatedPhotoTokens : 0;
  const extraComments = Math.max(0, comments.length - settings.minComments);
  return ratingTokens + extraComments * PRODUCT.rewardPerExtraCommentTokens;
}

export const profileReward = (comments: number): number => comments * PRODUCT.rewardPerExtraCommentTokens;
