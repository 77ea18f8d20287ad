import type { AdjustAssessment } from './commands.js';
import { completionsOf } from './complete.js';
import {
  alreadyExtended,
  assessmentComplete,
  assessmentUnknown,
  assessorsOutOfRange,
  belowPromised,
  belowRated,
  firstAssessmentFixed,
  notBeingAssessed,
  photoHeld,
} from './errors.js';
import type { PhotoAssessmentEvent } from './events.js';
import type { PhotoAssessmentPolicy } from './policy.js';
import { consistentSettings } from './settings.js';
import { liveSlotsOn } from './slots.js';
import type { Assessment, PhotoAssessmentState, StartedAssessment } from './state.js';

/**
 * Changes the number of assessors and the requirements together. More assessors reopen a completed assessment. Fewer
 * assessors complete one that then has all its ratings. Emits nothing if nothing changes.
 */
export function adjustAssessment(
  command: AdjustAssessment,
  state: PhotoAssessmentState,
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent[] {
  const { ownerId, photoId, difference, isOnboarding } = command;
  if (state.status !== 'started' || state.ownerId !== ownerId) throw assessmentUnknown();
  const assessment = state.assessments.find((candidate) => candidate.photoId === photoId);
  if (!assessment || assessment.status === 'ended') throw notBeingAssessed();
  if (state.isFirstAssessment && isOnboarding) throw firstAssessmentFixed();
  // The tokens of a held photo stay in escrow until a moderator decides.
  if (assessment.isHeld) throw photoHeld();
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
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent[] {
  const testLimit = limitAfter(assessment, difference, policy);
  // A request key may return after its stored answer is removed. It then yields the same hold, which is already spent.
  if (photoAssessment.usedHoldIds.includes(holdId)) throw alreadyExtended();
  const amountTokens = difference * policy.pricePerAssessorTokens;
  const isReopened = assessment.status === 'completed';
  const extension = { holdId, additionalAssessors: difference, testLimit, amountTokens, isReopened, extendedAt: at };
  return [{ type: 'AssessedPhotoExtended', data: { ...identityOf(photoAssessment, assessment), ...extension } }];
}

/** Never reduces the limit below the accepted ratings plus the live slots. */
function shrink(
  { difference, refundId, at }: AdjustAssessment,
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent[] {
  const testLimit = limitAfter(assessment, difference, policy);
  const rated = assessment.assessorIds.length;
  if (testLimit < rated) throw belowRated(rated);
  const promised = liveSlotsOn(photoAssessment, assessment, at);
  if (testLimit < rated + promised) throw belowPromised(promised);
  return [
    shrunkTo(testLimit, photoAssessment, assessment, { refundId, at }, policy),
    ...completionsOf(photoAssessment, testLimit === rated ? [assessment] : [], at),
  ];
}

export function shrunkTo(
  testLimit: number,
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  { refundId, at }: { refundId: string; at: string },
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent {
  const removedAssessors = assessment.testLimit - testLimit;
  // The escrow keeps the tokens that the remaining ratings can use. After a restart at a reduced price, removals first
  // cancel ratings that the owner has not paid for.
  const neededTokens = (testLimit - assessment.assessorIds.length) * policy.pricePerAssessorTokens;
  const refundTokens = Math.max(0, assessment.unusedTokens - neededTokens);
  const shrunk = { refundId, removedAssessors, testLimit, refundTokens, shrunkAt: at };
  return { type: 'AssessedPhotoShrunk', data: { ...identityOf(photoAssessment, assessment), ...shrunk } };
}

/**
 * Switching ratings or comments off switches the other on (product text, validation rules). Both off at once is
 * rejected.
 */
function requirements(
  { isCommentsChecked, isRatingChecked, at }: AdjustAssessment,
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent[] {
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
  return [{ type: 'RequirementsChanged', data: { ...identityOf(photoAssessment, assessment), ...asked } }];
}

function limitAfter(
  { testLimit }: Assessment,
  difference: number,
  { assessorsMin, assessorsMax }: PhotoAssessmentPolicy,
): number {
  const after = testLimit + difference;
  if (after < assessorsMin || after > assessorsMax) throw assessorsOutOfRange(assessorsMin, assessorsMax);
  return after;
}

const identityOf = ({ photoAssessmentId, ownerId }: StartedAssessment, { assessmentId, photoId }: Assessment) => ({
  assessmentId,
  photoId,
  photoAssessmentId,
  ownerId,
});
