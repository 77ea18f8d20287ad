import type { AdjustAssessment } from './commands.js';
import { completionsOf } from './complete.js';
import {
  alreadyExtended,
  assessmentComplete,
  assessorsOutOfRange,
  belowPromised,
  belowRated,
  firstAssessmentFixed,
  notBeingAssessed,
  testUnknown,
} from './errors.js';
import type { TestEvent } from './events.js';
import { liveSlotsOn } from './places.js';
import type { TestPolicy } from './policy.js';
import { consistentSettings } from './settings.js';
import type { Assessment, StartedTest, TestState } from './state.js';

/**
 * More or fewer assessors and other requirements, together. More reopen a complete assessment; fewer complete one that has
 * its ratings then. What is so already is no event.
 */
export function adjustAssessment(command: AdjustAssessment, state: TestState, policy: TestPolicy): TestEvent[] {
  const { ownerId, photoId, difference, isOnboarding } = command;
  if (state.status !== 'started' || state.ownerId !== ownerId) throw testUnknown();
  const assessment = state.assessments.find((candidate) => candidate.photoId === photoId);
  if (!assessment || assessment.status === 'ended') throw notBeingAssessed();
  if (state.isFirstAssessment && isOnboarding) throw firstAssessmentFixed();
  const changes = [
    ...requirements(command, state, assessment, policy),
    ...(difference > 0 ? extend(command, state, assessment, policy) : []),
    ...(difference < 0 ? shrink(command, state, assessment, policy) : []),
  ];
  if (assessment.status === 'completed' && difference === 0 && changes.length > 0) throw assessmentComplete();
  return changes;
}

function extend(
  { difference, holdId, at }: AdjustAssessment,
  test: StartedTest,
  assessment: Assessment,
  policy: TestPolicy,
): TestEvent[] {
  const testLimit = limitAfter(assessment, difference, policy);
  // A request's key may come again when its answer is forgotten, and leads to the same hold: it has been spent.
  if (test.usedHoldIds.includes(holdId)) throw alreadyExtended();
  const amountTokens = difference * policy.pricePerAssessorTokens;
  const isReopened = assessment.status === 'completed';
  const extension = { holdId, additionalAssessors: difference, testLimit, amountTokens, isReopened, extendedAt: at };
  return [{ type: 'AssessmentExtended', data: { ...identityOf(test, assessment), ...extension } }];
}

/** Never below the ratings that are there, nor below the places that somebody is working for. */
function shrink(
  { difference, refundId, at }: AdjustAssessment,
  test: StartedTest,
  assessment: Assessment,
  policy: TestPolicy,
): TestEvent[] {
  const testLimit = limitAfter(assessment, difference, policy);
  const rated = assessment.raterIds.length;
  if (testLimit < rated) throw belowRated(rated);
  const promised = liveSlotsOn(test, assessment, at);
  if (testLimit < rated + promised) throw belowPromised(promised);
  return [
    shrunkTo(testLimit, test, assessment, { refundId, at }, policy),
    ...completionsOf(test, testLimit === rated ? [assessment] : [], at),
  ];
}

export function shrunkTo(
  testLimit: number,
  test: StartedTest,
  assessment: Assessment,
  { refundId, at }: { refundId: string; at: string },
  policy: TestPolicy,
): TestEvent {
  const removedAssessors = assessment.testLimit - testLimit;
  // As many tokens stay as the ratings to come can use: of a restart for less, the platform's part goes first.
  const neededTokens = (testLimit - assessment.raterIds.length) * policy.pricePerAssessorTokens;
  const refundTokens = Math.max(0, assessment.unusedTokens - neededTokens);
  const shrunk = { refundId, removedAssessors, testLimit, refundTokens, shrunkAt: at };
  return { type: 'AssessmentShrunk', data: { ...identityOf(test, assessment), ...shrunk } };
}

/** Turning one of the two off turns the other on (product text, validation rules); both off at once is refused. */
function requirements(
  { isCommentsChecked, isRatingChecked, at }: AdjustAssessment,
  test: StartedTest,
  assessment: Assessment,
  policy: TestPolicy,
): TestEvent[] {
  const { settings, commentChoices } = assessment;
  const wanted = {
    ratingRequired: isRatingChecked ?? (isCommentsChecked === false || settings.ratingRequired),
    commentsRequired: isCommentsChecked ?? (isRatingChecked === false || settings.commentsRequired),
  };
  const isSame =
    wanted.ratingRequired === settings.ratingRequired && wanted.commentsRequired === settings.commentsRequired;
  if (isSame) return [];
  const { ratingRequired, commentsRequired, commentsSelected, minComments } = consistentSettings(
    { ...settings, ...commentChoices, ...wanted, testLimit: assessment.testLimit },
    false,
    policy,
  );
  const asked = { ratingRequired, commentsRequired, commentsSelected, minComments, changedAt: at };
  return [{ type: 'RequirementsChanged', data: { ...identityOf(test, assessment), ...asked } }];
}

function limitAfter({ testLimit }: Assessment, difference: number, { assessorsMin, assessorsMax }: TestPolicy): number {
  const after = testLimit + difference;
  if (after < assessorsMin || after > assessorsMax) throw assessorsOutOfRange(assessorsMin, assessorsMax);
  return after;
}

const identityOf = ({ testId, ownerId }: StartedTest, { assessmentId, photoId }: Assessment) => ({
  assessmentId,
  photoId,
  testId,
  ownerId,
});
