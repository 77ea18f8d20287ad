import { checkLook } from './check-look.js';
import { checkRating } from './check-rating.js';
import type { SubmitRatings } from './commands.js';
import { completionsOf } from './complete.js';
import { alreadyRated, assessmentComplete, assessmentUnknown, type FieldIssue, invalid, ownPhotos } from './errors.js';
import type { AcceptedRating, PhotoAssessmentEvent } from './events.js';
import { isRight } from './gold.js';
import type { PhotoAssessmentPolicy } from './policy.js';
import { rewardOf } from './reward.js';
import { hasFreeSlot, liveSlotOf, rateableBy, termsOf } from './slots.js';
import type { Assessment, PhotoAssessmentState, Slot, StartedAssessment, Submission } from './state.js';

/** All photos at once or none. The assessor's same submission again is no event: the first answer holds. */
export function submitRatings(
  command: SubmitRatings,
  state: PhotoAssessmentState,
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent[] {
  if (state.status !== 'started' || state.ownerId !== command.ownerId) throw assessmentUnknown();
  if (command.assessorId === state.ownerId) throw ownPhotos();
  if (repeatedSubmission(command, state, policy)) return [];
  if (!command.isVisible && !liveSlotOf(state, command.assessorId, command.at)) throw assessmentUnknown();
  const assessments = openAssessments(command, state).map((assessment) => onTerms(assessment, command, state));
  const issues: FieldIssue[] = [];
  const ratings = acceptedRatings(command, assessments, policy, issues);
  if (issues.length > 0) throw invalid(issues);
  const { submissionId, assessorId, at } = command;
  const { photoAssessmentId, ownerId } = state;
  const slot = liveSlotOf(state, assessorId, at);
  const { photosTogether } = command;
  if (slot) checkLook({ ...slot, ...command, photos: photosTogether });
  const rewardTokens = rewardOfAll(ratings, assessments, slot, policy);
  const taken = { submissionId, photoAssessmentId, ownerId, assessorId, rewardTokens, ratings };
  const accepted = { ...taken, photosTogether, acceptedAt: at };
  if (state.finePhotoId !== null) {
    return [{ type: 'GoldRatingsAccepted', data: { ...accepted, isRight: isRight(ratings, state.finePhotoId) } }];
  }
  const completions = completionsOf(state, assessments.filter(isFilledByOne), at);
  const isFirst =
    state.submissions.length === 0 && !completions.some(({ type }) => type === 'PhotoAssessmentCompleted');
  return [{ type: 'RatingsAccepted', data: { ...accepted, isFirst } }, ...completions];
}

/** Only what the assessor opened earns tokens: without a slot a submission counts and is not paid. */
function rewardOfAll(
  ratings: readonly AcceptedRating[],
  assessments: readonly Assessment[],
  slot: Slot | undefined,
  policy: PhotoAssessmentPolicy,
): number {
  return ratings
    .map((rating, index) =>
      slot?.assessmentIds.includes(rating.assessmentId) ? rewardOf(rating, assessments[index]!, policy) : 0,
    )
    .reduce((sum, tokens) => sum + tokens, 0);
}

/** As the assessor was asked: who holds a slot is judged, and paid, by what was asked for when it was reserved. */
const onTerms = (
  assessment: Assessment,
  { assessorId, at }: SubmitRatings,
  photoAssessment: StartedAssessment,
): Assessment => ({
  ...assessment,
  settings: termsOf(photoAssessment, assessment, assessorId, at),
});

const isFilledByOne = ({ assessorIds, testLimit }: Assessment): boolean => assessorIds.length + 1 === testLimit;

/** The assessor's earlier submission of the same content, whatever the order of photos and comments. */
export function repeatedSubmission(
  command: Pick<SubmitRatings, 'assessorId' | 'ratings'>,
  photoAssessment: StartedAssessment,
  policy: PhotoAssessmentPolicy,
): Submission | undefined {
  const own = photoAssessment.submissions.filter((submission) => submission.assessorId === command.assessorId);
  if (own.length === 0) return undefined;
  const assessments = command.ratings.map(({ photoId }) => ofPhoto(photoAssessment, photoId));
  if (assessments.some((assessment) => assessment === undefined)) return undefined;
  return own.find(({ terms, ratings: first }) => {
    const issues: FieldIssue[] = [];
    const judged = (assessments as Assessment[]).map((assessment) => ({
      ...assessment,
      settings: terms[assessment.assessmentId] ?? assessment.settings,
    }));
    const ratings = acceptedRatings(command, judged, policy, issues);
    return issues.length === 0 && contentOf(ratings) === contentOf(first);
  });
}

/** The assessments rated, in the order of the submission; throws with the reason per photo if one cannot be taken. */
function openAssessments({ ratings, assessorId, at }: SubmitRatings, photoAssessment: StartedAssessment): Assessment[] {
  const unknown: FieldIssue[] = [];
  const rated: FieldIssue[] = [];
  const closed: FieldIssue[] = [];
  const assessments: Assessment[] = [];
  ratings.forEach(({ photoId, position }, index) => {
    const field = `ratings[${position ?? index}].photoId`;
    const assessment = ofPhoto(photoAssessment, photoId);
    if (!assessment) unknown.push({ field, message: 'This photo is not part of the assessment.' });
    else if (assessments.includes(assessment)) unknown.push({ field, message: 'This photo is there twice.' });
    else if (assessment.assessorIds.includes(assessorId))
      rated.push({ field, message: 'You have rated this photo already.' });
    else if (assessment.status === 'ended') closed.push({ field, message: 'This assessment has been ended.' });
    else if (!hasFreeSlot(photoAssessment, assessment, assessorId, at))
      closed.push({ field, message: 'This photo has all its ratings.' });
    if (assessment) assessments.push(assessment);
  });
  // An assessor rates a photo only once in each of its assessments.
  if (rated.length > 0) throw alreadyRated(rated);
  if (closed.length > 0) throw assessmentComplete(closed);
  if (unknown.length > 0) throw invalid(unknown);
  const missing = expectedOf(photoAssessment, assessorId, at).filter((assessment) => !assessments.includes(assessment));
  if (missing.length > 0) {
    throw invalid(missing.map(({ photoId }) => ({ field: 'ratings', message: `Photo ${photoId} is not rated yet.` })));
  }
  return assessments;
}

/** With a slot what was promised and is still open, without one everything that has a place. */
function expectedOf(photoAssessment: StartedAssessment, assessorId: string, at: string): Assessment[] {
  const slot = liveSlotOf(photoAssessment, assessorId, at);
  const rateable = rateableBy(photoAssessment, assessorId, at);
  return slot ? rateable.filter((assessment) => slot.assessmentIds.includes(assessment.assessmentId)) : rateable;
}

function acceptedRatings(
  { ratings }: Pick<SubmitRatings, 'ratings'>,
  assessments: readonly Assessment[],
  policy: PhotoAssessmentPolicy,
  issues: FieldIssue[],
): AcceptedRating[] {
  return assessments.map((assessment, index) => {
    const { assessmentId, photoId } = assessment;
    const rating = ratings[index]!;
    const field = `ratings[${rating.position ?? index}]`;
    const checked = checkRating(rating, assessment, policy, field, issues);
    const consumedTokens = Math.min(policy.pricePerAssessorTokens, assessment.unusedTokens);
    return { assessmentId, photoId, ...checked, consumedTokens };
  });
}

const ofPhoto = (photoAssessment: StartedAssessment, photoId: string): Assessment | undefined =>
  photoAssessment.assessments.find((assessment) => assessment.photoId === photoId);

const contentOf = (ratings: readonly AcceptedRating[]): string =>
  JSON.stringify(ratings.map(({ photoId, score, comments }) => [photoId, score, comments]).sort(byPhoto));

const byPhoto = (a: unknown[], b: unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);
