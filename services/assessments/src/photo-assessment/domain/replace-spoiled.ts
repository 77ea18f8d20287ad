import type { ReplaceSpoiled } from './commands.js';
import type { AcceptedRating, PhotoAssessmentEvent } from './events.js';
import type { PhotoAssessmentPolicy } from './policy.js';
import type { PhotoAssessmentState, StartedAssessment } from './state.js';

/**
 * A submission counts no more: each of its assessments takes one assessor more, at the platform's expense. Where there is
 * no room for one, or the assessment is over and the photo has moved on, its owner gets the price back. Once.
 * Emits nothing if a reset has given the owner everything back.
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
