import type { GroupCommand } from './commands.js';
import { groupUnknown } from './errors.js';
import type { GroupEvent } from './events.js';
import type { GroupPolicy } from './policy.js';
import type { GroupRun, GroupState } from './state.js';

/** Ends what runs, with a refund, or confirms what is complete; what is over already is no event. */
export function endGroup(
  { ownerId, reason, at }: Extract<GroupCommand, { type: 'EndGroup' }>,
  state: GroupState,
  policy: GroupPolicy,
): GroupEvent[] {
  if (state.status === 'unknown' || state.ownerId !== ownerId) throw groupUnknown();
  const { groupId, run, hasConfirmed } = state;
  const runOf = { groupId, assessmentId: run.assessmentId, ownerId };
  if (run.status === 'running') {
    const refundTokens = groupRefundTokensOf(run, policy);
    return [{ type: 'GroupEnded', data: { ...runOf, reason, refundTokens, endedAt: at } }];
  }
  // Only the owner takes note; whatever else ends groups finds nothing to end.
  if (hasConfirmed || reason !== 'owner') return [];
  return [{ type: 'GroupConfirmed', data: { ...runOf, confirmedAt: at } }];
}

/** (testLimit − testTimesRated) × 5, of a run that goes on. */
export const groupRefundTokensOf = ({ testLimit, raterIds }: GroupRun, policy: GroupPolicy): number =>
  (testLimit - raterIds.length) * policy.pricePerAssessorTokens;
