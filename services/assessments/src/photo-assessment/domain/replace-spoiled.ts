import type { ReplaceSpoiled } from './commands.js';
import type { AcceptedRating, PhotoAssessmentEvent } from './events.js';
import type { PhotoAssessmentPolicy } from './policy.js';
import type { PhotoAssessmentState, StartedAssessment } from './state.js';

/**
 * Replaces a submission that no longer counts, once: each of its assessments gets one more assessor, at the platform's
 * expense. The owner gets the price back if there is no room, or if the assessment is over and the photo has left the
 * pool. Emits nothing for a gold pair, or if a reset has refunded everything.
 */
export function replaceSpoiled(
  command: ReplaceSpoiled,
  state: PhotoAssessmentState,
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent[] {
  if (state.status !== 'started' || state.replacedSubmissionIds.includes(command.submissionId)) return [];
  if (state.isGivenBack || state.finePhotoId !== null) return [];
  const submission = state.submissions.find(({ submissionId }) => submissionId === command.submissionId);
  return (submission?.ratings ?? []).map((rating) => replacementOf(rating, command, state, policy));
}

function replacementOf(
  { assessmentId, photoId, consumedTokens: amountTokens }: AcceptedRating,
  { submissionId, reopenablePhotoIds, at }: ReplaceSpoiled,
  { photoAssessmentId, ownerId, assessments }: StartedAssessment,
  { assessorsMax }: PhotoAssessmentPolicy,
): PhotoAssessmentEvent {
  const identity = { assessmentId, photoId, photoAssessmentId, ownerId, submissionId, amountTokens };
  const assessment = assessments.find((candidate) => candidate.assessmentId === assessmentId)!;
  const isReopened = assessment.status === 'completed';
  const isTaken = assessment.status === 'running' || (isReopened && reopenablePhotoIds.includes(photoId));
  const testLimit = assessment.testLimit + 1;
  return isTaken && testLimit <= assessorsMax
    ? { type: 'SpoiledRatingReplaced', data: { ...identity, testLimit, isReopened, replacedAt: at } }
    : { type: 'SpoiledRatingRefunded', data: { ...identity, refundedAt: at } };
}
