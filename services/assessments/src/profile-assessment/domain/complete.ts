import type { ProfileEvent } from './events.js';
import type { ProfileAssessment } from './state.js';

/** The round has all its submissions. */
export const completionOf = (
  { profileAssessmentId, ownerId, round }: ProfileAssessment,
  completedAt: string,
): ProfileEvent => ({
  type: 'ProfileRoundCompleted',
  data: { profileAssessmentId, assessmentId: round.assessmentId, ownerId, completedAt },
});
