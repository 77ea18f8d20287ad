import { PRODUCT } from '@candid/contracts';
import { photoHeld } from '../owner/owner.js';
import { consistentSettings } from './decide-start.js';
import {
  alreadyExtended,
  assessmentComplete,
  assessmentUnknown,
  assessorsOutOfRange,
  belowPromised,
  belowRated,
  firstAssessmentFixed,
  notBeingAssessed,
} from './errors.js';
import type { PhotoAssessmentEvent } from './events.js';
import {
  type AdjustAssessment,
  type Assessment,
  assessmentOf,
  completionsOf,
  identityOf,
  liveSlotsOn,
  type PhotoAssessmentCommand,
  type PhotoAssessmentState,
  type StartedAssessment,
} from './photo-assessment.js';

/** More assessors reopen a completed assessment; fewer may complete a running one. Emits nothing if nothing changes. */
export function adjustAssessment(command: AdjustAssessment, state: PhotoAssessmentState): PhotoAssessmentEvent[] {
  const { ownerId, photoId, difference, isOnboarding } = command;
  if (state.status !== 'started' || state.ownerId !== ownerId) throw assessmentUnknown();
  const assessment = assessmentOf(state, photoId);
  if (!assessment || assessment.status === 'ended') throw notBeingAssessed();
  if (state.isFirstAssessment && isOnboarding) throw firstAssessmentFixed();
  // The tokens of a held photo stay in escrow until a moderator decides.
  if (assessment.isHeld) throw photoHeld();
  const changes = [
    ...requirements(command, state, assessment),
    ...(difference > 0 ? extend(command, state, assessment) : []),
    ...(difference < 0 ? shrink(command, state, assessment) : []),
  ];
  if (assessment.status === 'completed' && difference === 0 && changes.length > 0) throw assessmentComplete();
  return changes;
}

function extend(
  { difference, holdId, at }: AdjustAssessment,
  photoAssessment: StartedAssessment,
  assessment: Assessment,
): PhotoAssessmentEvent[] {
  const testLimit = limitAfter(assessment, difference);
  // A client may reuse a request key whose stored answer is removed. The key then yields the same hold, which is spent.
  if (photoAssessment.usedHoldIds.includes(holdId)) throw alreadyExtended();
  const amountTokens = difference * PRODUCT.pricePerAssessorTokens;
  const isReopened = assessment.status === 'completed';
  const extension = { holdId, additionalAssessors: difference, testLimit, amountTokens, isReopened, extendedAt: at };
  return [{ type: 'AssessedPhotoExtended', data: { ...identityOf(photoAssessment, assessment), ...extension } }];
}

/** Never reduces the limit below the accepted ratings plus the live slots. */
function shrink(
  { difference, refundId, at }: AdjustAssessment,
  photoAssessment: StartedAssessment,
  assessment: Assessment,
): PhotoAssessmentEvent[] {
  const testLimit = limitAfter(assessment, difference);
  const rated = assessment.assessorIds.length;
  if (testLimit < rated) throw belowRated(rated);
  const promised = liveSlotsOn(photoAssessment, assessment, at);
  if (testLimit < rated + promised) throw belowPromised(promised, 'photo');
  return [
    shrunkTo(testLimit, photoAssessment, assessment, { refundId, at }),
    ...completionsOf(photoAssessment, testLimit === rated ? [assessment] : [], at),
  ];
}

function shrunkTo(
  testLimit: number,
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  { refundId, at }: { refundId: string; at: string },
): PhotoAssessmentEvent {
  const removedAssessors = assessment.testLimit - testLimit;
  // The escrow keeps the tokens that the remaining ratings can use. After a restart at a reduced price, the owner
  // has not paid for all ratings: the unpaid ones are removed first.
  const neededTokens = (testLimit - assessment.assessorIds.length) * PRODUCT.pricePerAssessorTokens;
  const refundTokens = Math.max(0, assessment.unusedTokens - neededTokens);
  const shrunk = { refundId, removedAssessors, testLimit, refundTokens, shrunkAt: at };
  return { type: 'AssessedPhotoShrunk', data: { ...identityOf(photoAssessment, assessment), ...shrunk } };
}

/** Switching ratings off switches comments on, and vice versa (product text). Switching both off is rejected. */
function requirements(
  { isCommentsChecked, isRatingChecked, at }: AdjustAssessment,
  photoAssessment: StartedAssessment,
  assessment: Assessment,
): PhotoAssessmentEvent[] {
  const { settings, commentChoices } = assessment;
  const wanted = {
    ratingRequired: isRatingChecked ?? (isCommentsChecked === false || settings.ratingRequired),
    commentsRequired: isCommentsChecked ?? (isRatingChecked === false || settings.commentsRequired),
  };
  if (wanted.ratingRequired === settings.ratingRequired && wanted.commentsRequired === settings.commentsRequired)
    return [];
  const { ratingRequired, commentsRequired, commentsSelected, minComments } = consistentSettings(
    { ...settings, ...commentChoices, ...wanted, testLimit: assessment.testLimit },
    false,
  );
  const asked = { ratingRequired, commentsRequired, commentsSelected, minComments, changedAt: at };
  return [{ type: 'RequirementsChanged', data: { ...identityOf(photoAssessment, assessment), ...asked } }];
}

function limitAfter({ testLimit }: Assessment, difference: number): number {
  const { assessorsMin, assessorsMax } = PRODUCT;
  const after = testLimit + difference;
  if (after < assessorsMin || after > assessorsMax) throw assessorsOutOfRange(assessorsMin, assessorsMax);
  return after;
}

type EndAssessment = Extract<PhotoAssessmentCommand, { type: 'EndAssessment' }>;

/**
 * Ends the photo's assessment if it runs. The escrow returns unused tokens (`ended` in the tokens service's
 * `bookings-of-event.ts`). Until the first profile is made, ending or removing one photo of the first assessment resets
 * all of it.
 */
export function endAssessment(command: EndAssessment, state: PhotoAssessmentState): PhotoAssessmentEvent[] {
  const { ownerId, photoId, isRemoved, isOnboarding, at } = command;
  if (state.status !== 'started' || state.ownerId !== ownerId) throw assessmentUnknown();
  const assessment = assessmentOf(state, photoId);
  if (!assessment) throw assessmentUnknown();
  const isRunning = assessment.status === 'running';
  const resets = state.isFirstAssessment && !state.isReset && isOnboarding && (isRunning || isRemoved);
  if (!resets) return isRunning ? endOrSpare(command, state, assessment) : [];
  const running = state.assessments.filter(({ status }) => status === 'running');
  const { photoAssessmentId } = state;
  const photoIds = state.assessments.map((candidate) => candidate.photoId);
  const givenBackTokens = command.givesBack ? usedUpTokensOf(state) : 0;
  const restartTokens = givenBackTokens + running.reduce((sum, { unusedTokens }) => sum + unusedTokens, 0);
  const data = { photoAssessmentId, ownerId, photoIds, givenBackTokens, restartTokens, resetAt: at };
  return [
    ...running.map((candidate, index) => ended(state, candidate, command, index === running.length - 1)),
    { type: 'FirstAssessmentReset', data },
  ];
}

/** If `sparingSlots` is set and slots are live, shrinks the assessment to these slots. Otherwise ends it. */
function endOrSpare(
  command: EndAssessment,
  photoAssessment: StartedAssessment,
  assessment: Assessment,
): PhotoAssessmentEvent[] {
  const { sparingSlots, at } = command;
  const over = [ended(photoAssessment, assessment, command, isLastRunning(photoAssessment, assessment))];
  if (!sparingSlots) return over;
  const promised = liveSlotsOn(photoAssessment, assessment, at);
  if (promised === 0) return over;
  const testLimit = assessment.assessorIds.length + promised;
  if (testLimit >= assessment.testLimit) return [];
  return [shrunkTo(testLimit, photoAssessment, assessment, { ...sparingSlots, at })];
}

const isLastRunning = (photoAssessment: StartedAssessment, assessment: Assessment): boolean =>
  photoAssessment.assessments.every((other) => other === assessment || other.status !== 'running');

function ended(
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  { at: endedAt, isByModeration }: EndAssessment,
  isPhotoAssessmentOver: boolean,
): PhotoAssessmentEvent {
  const data = { refundTokens: assessment.unusedTokens, endedAt, isPhotoAssessmentOver };
  return {
    type: 'AssessedPhotoEnded',
    data: { ...identityOf(photoAssessment, assessment), ...data, ...(isByModeration && { isByModeration }) },
  };
}

/** Tokens paid for ratings. Excludes replaced submissions, whose price has returned to the assessment or to its owner. */
const usedUpTokensOf = ({ submissions, replacedSubmissionIds }: StartedAssessment): number =>
  submissions
    .filter(({ submissionId }) => !replacedSubmissionIds.includes(submissionId))
    .flatMap(({ ratings }) => ratings)
    .reduce((sum, { consumedTokens }) => sum + consumedTokens, 0);
