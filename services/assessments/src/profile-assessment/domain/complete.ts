import type { GroupEvent } from './events.js';
import type { EvaluationGroup } from './state.js';

/** The run has all its evaluations. */
export const completionOf = ({ groupId, ownerId, run }: EvaluationGroup, completedAt: string): GroupEvent => ({
  type: 'GroupCompleted',
  data: { groupId, assessmentId: run.assessmentId, ownerId, completedAt },
});
