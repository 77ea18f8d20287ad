import type { RatingContent } from './events.js';
import type { PhotoAssessmentPolicy } from './policy.js';
import type { Assessment } from './state.js';

/**
 * The assessor's reward for one photo, in tokens: 10 if a rating was requested and given, plus 5 per comment beyond the
 * photo's `minComments` (product text, business constants).
 */
export function rewardOf(
  { score, comments }: RatingContent,
  { settings }: Assessment,
  policy: PhotoAssessmentPolicy,
): number {
  const rated = settings.ratingRequired && score !== null ? policy.rewardPerRatedPhotoTokens : 0;
  const extraComments = Math.max(0, comments.length - settings.minComments);
  return rated + extraComments * policy.rewardPerExtraCommentTokens;
}
