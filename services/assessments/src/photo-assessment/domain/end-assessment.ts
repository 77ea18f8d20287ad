import { shrunkTo } from './adjust-assessment.js';
import type { PhotoAssessmentCommand } from './commands.js';
import { assessmentUnknown } from './errors.js';
import type { PhotoAssessmentEvent } from './events.js';
import type { PhotoAssessmentPolicy } from './policy.js';
import { liveSlotsOn } from './slots.js';
import type { Assessment, PhotoAssessmentState, StartedAssessment } from './state.js';

type EndAssessment = Extract<PhotoAssessmentCommand, { type: 'EndAssessment' }>;

/**
 * Ends the photo's assessment if it runs. The escrow returns unused tokens (`ended` in the tokens service's
 * `bookings-of-event.ts`). Until the first profile is made, ending or removing one photo of the first assessment resets
 * all of it.
 */
export function endAssessment(
  command: EndAssessment,
  state: PhotoAssessmentState,
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent[] {
  const { ownerId, photoId, isRemoved, isOnboarding, at } = command;
  if (state.status !== 'started' || state.ownerId !== ownerId) throw assessmentUnknown();
  const assessment = state.assessments.find((candidate) => candidate.photoId === photoId);
  if (!assessment) throw assessmentUnknown();
  const isRunning = assessment.status === 'running';
  const resets = state.isFirstAssessment && !state.isReset && isOnboarding && (isRunning || isRemoved);
  if (!resets) return isRunning ? endOrSpare(command, state, assessment, policy) : [];
  const running = state.assessments.filter(({ status }) => status === 'running');
  const { photoAssessmentId } = state;
  const photoIds = state.assessments.map((candidate) => candidate.photoId);
  const givenBackTokens = command.givesBack ? usedUpTokensOf(state) : 0;
  const restartTokens = givenBackTokens + running.reduce((sum, { unusedTokens }) => sum + unusedTokens, 0);
  return [
    ...running.map((candidate, index) => ended(state, candidate, command, index === running.length - 1)),
    {
      type: 'FirstAssessmentReset',
      data: { photoAssessmentId, ownerId, photoIds, givenBackTokens, restartTokens, resetAt: at },
    },
  ];
}

/**
 * With `sparingSlots`, shrinks the assessment to its live slots, so that those assessors may finish. Ends it otherwise.
 */
function endOrSpare(
  command: EndAssessment,
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent[] {
  const { sparingSlots, at } = command;
  const promised = sparingSlots ? liveSlotsOn(photoAssessment, assessment, at) : 0;
  if (!sparingSlots || promised === 0)
    return [ended(photoAssessment, assessment, command, isLastRunning(photoAssessment, assessment))];
  const testLimit = assessment.assessorIds.length + promised;
  if (testLimit >= assessment.testLimit) return [];
  return [shrunkTo(testLimit, photoAssessment, assessment, { ...sparingSlots, at }, policy)];
}

const isLastRunning = (photoAssessment: StartedAssessment, assessment: Assessment): boolean =>
  photoAssessment.assessments.every((other) => other === assessment || other.status !== 'running');

function ended(
  { photoAssessmentId, ownerId }: StartedAssessment,
  assessment: Assessment,
  { at: endedAt, isByModeration }: EndAssessment,
  isPhotoAssessmentOver: boolean,
): PhotoAssessmentEvent {
  const { assessmentId, photoId, unusedTokens: refundTokens } = assessment;
  const data = { assessmentId, photoId, photoAssessmentId, ownerId, refundTokens, endedAt, isPhotoAssessmentOver };
  return { type: 'AssessedPhotoEnded', data: { ...data, ...(isByModeration && { isByModeration }) } };
}

/**
 * Tokens paid for ratings. Excludes replaced submissions, whose price has returned to the assessment or to its owner.
 */
const usedUpTokensOf = ({ submissions, replacedSubmissionIds }: StartedAssessment): number =>
  submissions
    .filter(({ submissionId }) => !replacedSubmissionIds.includes(submissionId))
    .flatMap(({ ratings }) => ratings)
    .reduce((sum, { consumedTokens }) => sum + consumedTokens, 0);
