import { type AssessmentSettings, PRODUCT } from '@candid/contracts';

type RatedPhoto = Readonly<{ score: number | null; comments: readonly unknown[] }>;

/** An assessor's tokens for one photo: for its rating if one was asked for, and for each comment beyond `minComments`. */
export function photoReward({ score, comments }: RatedPhoto, settings: AssessmentSettings): number {
  const ratingTokens = settings.ratingRequired && score !== null ? PRODUCT.rewardPerRatedPhotoTokens : 0;
  const extraComments = Math.max(0, comments.length - settings.minComments);
  return ratingTokens + extraComments * PRODUCT.rewardPerExtraCommentTokens;
}

export const profileReward = (comments: number): number => comments * PRODUCT.rewardPerExtraCommentTokens;
