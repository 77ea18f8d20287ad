import { checkComments, type Refuse } from '../../catalogue/domain/check-comments.js';
import { photoIndex } from '../../catalogue/domain/photo-catalogue.js';
import type { SubmittedRating } from './commands.js';
import type { FieldIssue } from './errors.js';
import type { RatingContent } from './events.js';
import type { PhotoAssessmentPolicy } from './policy.js';
import type { Assessment } from './state.js';

/**
 * Validates one photo's rating against its owner's settings. Adds each reason for a rejection to `issues` under
 * `field`.
 */
export function checkRating(
  submitted: SubmittedRating,
  { settings }: Assessment,
  policy: PhotoAssessmentPolicy,
  field: string,
  issues: FieldIssue[],
): RatingContent {
  const refuse: Refuse = (part, message) => void issues.push({ field: `${field}.${part}`, message });
  const score = checkScore(submitted.rating, settings.ratingRequired, policy, refuse);
  const { commentsPerPhotoMax: commentsMax } = policy;
  const asked = { ...settings, commentsMax, index: photoIndex, subject: 'photo' } as const;
  const comments = checkComments(submitted.comments ?? [], asked, refuse);
  return { score, comments };
}

function checkScore(
  rating: unknown,
  isRequired: boolean,
  policy: PhotoAssessmentPolicy,
  refuse: Refuse,
): number | null {
  const { scoreMin, scoreMax, scoreUntouched } = policy;
  const isUntouched = rating === undefined || rating === null || rating === scoreUntouched;
  if (isUntouched) {
    if (isRequired) refuse('rating', 'Please rate this photo.');
    return null;
  }
  if (typeof rating !== 'number' || !Number.isInteger(rating) || rating < scoreMin || rating > scoreMax) {
    refuse('rating', `A rating is a whole number from ${scoreMin} to ${scoreMax}.`);
    return null;
  }
  // An owner who switched ratings off receives none.
  return isRequired ? rating : null;
}
