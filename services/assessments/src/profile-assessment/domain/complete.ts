import type { ProfileEvent } from './events.js';
import type { ProfileAssessment } from './state.js';

/** The event that completes a round with all its submissions. */
export const completionOf = (
  { profileAssessmentId, ownerId, round }: ProfileAssessment,
  completedAt: string,
): ProfileEvent => ({
  type: 'ProfileRoundCompleted',
  data: { profileAssessmentId, assessmentId: round.assessmentId, ownerId, completedAt },
});
