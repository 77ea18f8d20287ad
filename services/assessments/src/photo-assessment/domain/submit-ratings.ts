import { checkLook } from './check-look.js';
import { checkRating } from './check-rating.js';
import type { SubmitRatings } from './commands.js';
import { completionsOf } from './complete.js';
import { alreadyRated, assessmentComplete, type FieldIssue, invalid, ownTest, testUnknown } from './errors.js';
import type { AcceptedRating, TestEvent } from './events.js';
import { isRight } from './gold.js';
import { hasPlace, liveSlotOf, rateableBy, termsOf } from './places.js';
import type { TestPolicy } from './policy.js';
import { rewardOf } from './reward.js';
import type { Assessment, Slot, StartedTest, Submission, TestState } from './state.js';

/** All photos at once or none. The rater's same submission again is no event: the first answer holds. */
export function submitRatings(command: SubmitRatings, state: TestState, policy: TestPolicy): TestEvent[] {
  if (state.status !== 'started' || state.ownerId !== command.ownerId) throw testUnknown();
  if (command.raterId === state.ownerId) throw ownTest();
  if (repeatedSubmission(command, state, policy)) return [];
  if (!command.isVisible && !liveSlotOf(state, command.raterId, command.at)) throw testUnknown();
  const assessments = openAssessments(command, state).map((assessment) => onTerms(assessment, command, state));
  const issues: FieldIssue[] = [];
  const ratings = acceptedRatings(command, assessments, policy, issues);
  if (issues.length > 0) throw invalid(issues);
  const { submissionId, raterId, at } = command;
  const { testId, ownerId } = state;
  const slot = liveSlotOf(state, raterId, at);
  const { photosTogether } = command;
  if (slot) checkLook({ ...slot, ...command, photos: photosTogether });
  const rewardTokens = rewardOfAll(ratings, assessments, slot, policy);
  const taken = { submissionId, testId, ownerId, raterId, rewardTokens, ratings };
  const accepted = { ...taken, photosTogether, acceptedAt: at };
  if (state.finePhotoId !== null) {
    return [{ type: 'GoldRatingsAccepted', data: { ...accepted, isRight: isRight(ratings, state.finePhotoId) } }];
  }
  const completions = completionsOf(state, assessments.filter(isFilledByOne), at);
  const isFirst = state.submissions.length === 0 && !completions.some(({ type }) => type === 'TestCompleted');
  return [{ type: 'RatingsAccepted', data: { ...accepted, isFirst } }, ...completions];
}

/** Only what the rater opened earns tokens: without a slot a submission counts and is not paid. */
function rewardOfAll(
  ratings: readonly AcceptedRating[],
  assessments: readonly Assessment[],
  slot: Slot | undefined,
  policy: TestPolicy,
): number {
  return ratings
    .map((rating, index) =>
      slot?.assessmentIds.includes(rating.assessmentId) ? rewardOf(rating, assessments[index]!, policy) : 0,
    )
    .reduce((sum, tokens) => sum + tokens, 0);
}

/** As the rater was asked: who holds a slot is judged, and paid, by what was asked for when it was reserved. */
const onTerms = (assessment: Assessment, { raterId, at }: SubmitRatings, test: StartedTest): Assessment => ({
  ...assessment,
  settings: termsOf(test, assessment, raterId, at),
});

const isFilledByOne = ({ raterIds, testLimit }: Assessment): boolean => raterIds.length + 1 === testLimit;

/** The rater's earlier submission of the same content, whatever the order of photos and comments. */
export function repeatedSubmission(
  command: Pick<SubmitRatings, 'raterId' | 'ratings'>,
  test: StartedTest,
  policy: TestPolicy,
): Submission | undefined {
  const own = test.submissions.filter((submission) => submission.raterId === command.raterId);
  if (own.length === 0) return undefined;
  const assessments = command.ratings.map(({ photoId }) => ofPhoto(test, photoId));
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
function openAssessments({ ratings, raterId, at }: SubmitRatings, test: StartedTest): Assessment[] {
  const unknown: FieldIssue[] = [];
  const rated: FieldIssue[] = [];
  const closed: FieldIssue[] = [];
  const assessments: Assessment[] = [];
  ratings.forEach(({ photoId, position }, index) => {
    const field = `ratings[${position ?? index}].photoId`;
    const assessment = ofPhoto(test, photoId);
    if (!assessment) unknown.push({ field, message: 'This photo is not part of the assessment.' });
    else if (assessments.includes(assessment)) unknown.push({ field, message: 'This photo is there twice.' });
    else if (assessment.raterIds.includes(raterId))
      rated.push({ field, message: 'You have rated this photo already.' });
    else if (assessment.status === 'ended') closed.push({ field, message: 'This assessment has been ended.' });
    else if (!hasPlace(test, assessment, raterId, at))
      closed.push({ field, message: 'This photo has all its ratings.' });
    if (assessment) assessments.push(assessment);
  });
  if (rated.length > 0) throw alreadyRated(rated);
  if (closed.length > 0) throw assessmentComplete(closed);
  if (unknown.length > 0) throw invalid(unknown);
  const missing = expectedOf(test, raterId, at).filter((assessment) => !assessments.includes(assessment));
  if (missing.length > 0) {
    throw invalid(missing.map(({ photoId }) => ({ field: 'ratings', message: `Photo ${photoId} is not rated yet.` })));
  }
  return assessments;
}

/** With a slot what was promised and is still open, without one everything that has a place. */
function expectedOf(test: StartedTest, raterId: string, at: string): Assessment[] {
  const slot = liveSlotOf(test, raterId, at);
  const rateable = rateableBy(test, raterId, at);
  return slot ? rateable.filter((assessment) => slot.assessmentIds.includes(assessment.assessmentId)) : rateable;
}

function acceptedRatings(
  { ratings }: Pick<SubmitRatings, 'ratings'>,
  assessments: readonly Assessment[],
  policy: TestPolicy,
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

const ofPhoto = (test: StartedTest, photoId: string): Assessment | undefined =>
  test.assessments.find((assessment) => assessment.photoId === photoId);

const contentOf = (ratings: readonly AcceptedRating[]): string =>
  JSON.stringify(ratings.map(({ photoId, score, comments }) => [photoId, score, comments]).sort(byPhoto));

const byPhoto = (a: unknown[], b: unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);
