import { findPhrase } from '../catalogue/photo-catalogue.js';
import { positiveScoreRangeOf, scoreRangeOf } from '../catalogue/score-range.js';
import type { SubmittedRating } from './commands.js';
import type { FieldIssue } from './errors.js';
import type { Comment } from './events.js';
import type { TestPolicy } from './policy.js';
import type { Assessment } from './state.js';

export interface CheckedRating {
  score: number | null;
  /** In phrase order, so that equal submissions are equal. */
  comments: Comment[];
}

/** Reads one photo's rating against what its owner asked for; reasons to refuse go to `issues` under `field`. */
export function checkRating(
  submitted: SubmittedRating,
  { settings }: Assessment,
  policy: TestPolicy,
  field: string,
  issues: FieldIssue[],
): CheckedRating {
  const refuse = (part: string, message: string): void => void issues.push({ field: `${field}.${part}`, message });
  const score = checkScore(submitted.rating, settings.ratingRequired, policy, refuse);
  const comments = checkComments(submitted.comments ?? [], settings, policy, refuse);
  return { score, comments };
}

type Refuse = (part: string, message: string) => void;
type Settings = Assessment['settings'];

function checkScore(rating: unknown, isRequired: boolean, policy: TestPolicy, refuse: Refuse): number | null {
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
  // The owner who switched ratings off gets none.
  return isRequired ? rating : null;
}

function checkComments(submitted: unknown[], settings: Settings, policy: TestPolicy, refuse: Refuse): Comment[] {
  if (submitted.length > policy.commentsPerPhotoMax) {
    refuse('comments', `Please leave at most ${policy.commentsPerPhotoMax} comments on a photo.`);
    return [];
  }
  const comments: Comment[] = [];
  submitted.forEach((candidate, index) => {
    const reason = refusalOf(candidate, settings, comments);
    if (reason === undefined) comments.push([...(candidate as Comment)]);
    else refuse(`comments[${index}]`, reason);
  });
  if (comments.length === submitted.length) {
    for (const [index, comment] of comments.entries()) {
      if (lacksParent(comment, settings, comments)) {
        refuse(`comments[${index}]`, 'This comment goes with another one, which is missing.');
      }
    }
    if (comments.length < settings.minComments) {
      const { minComments } = settings;
      refuse('comments', `Please leave at least ${minComments} comment${minComments === 1 ? '' : 's'} on this photo.`);
    }
  }
  return comments.sort((a, b) => a[1] - b[1]);
}

function refusalOf(candidate: unknown, settings: Settings, earlier: readonly Comment[]): string | undefined {
  if (!isTriple(candidate)) return 'A comment is [sectionId, phraseId, score] in whole numbers.';
  const [sectionId, phraseId, score] = candidate;
  const phrase = findPhrase(sectionId, phraseId);
  if (!phrase || !isSelected(settings, phraseId)) return 'This comment was not asked for.';
  if (earlier.some((comment) => comment[1] === phraseId)) return 'This comment is there twice.';
  const range = settings.commentsNegative ? scoreRangeOf(phrase) : positiveScoreRangeOf(phrase);
  if (!range) return 'Only positive comments are asked for.';
  const [low, high] = range;
  if (score >= low && score <= high) return undefined;
  return low === high ? `This comment scores ${low}.` : `This comment scores from ${low} to ${high}.`;
}

/** A child phrase needs its parent picked, unless the owner does not ask for the parent. */
function lacksParent([sectionId, phraseId]: Comment, settings: Settings, comments: readonly Comment[]): boolean {
  const parentId = findPhrase(sectionId, phraseId)?.parentPhraseId ?? null;
  if (parentId === null || !isSelected(settings, parentId)) return false;
  return !comments.some((comment) => comment[1] === parentId);
}

const isSelected = (settings: Settings, phraseId: number): boolean =>
  settings.commentsSelected.some((choice) => choice[1] === phraseId);

const isTriple = (value: unknown): value is Comment =>
  Array.isArray(value) && value.length === 3 && value.every((part) => Number.isInteger(part));
