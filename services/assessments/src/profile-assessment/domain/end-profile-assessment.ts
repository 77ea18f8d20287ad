import type { ProfileCommand } from './commands.js';
import { profileUnknown } from './errors.js';
import type { ProfileEvent } from './events.js';
import type { ProfilePolicy } from './policy.js';
import type { ProfileState, Round } from './state.js';

/** Ends a running round with a refund, or confirms a completed one. Emits nothing if the round is already over. */
export function endProfileAssessment(
  { ownerId, reason, at }: Extract<ProfileCommand, { type: 'EndProfileAssessment' }>,
  state: ProfileState,
  policy: ProfilePolicy,
): ProfileEvent[] {
  if (state.status === 'unknown' || state.ownerId !== ownerId) throw profileUnknown();
  const { profileAssessmentId, round, hasConfirmed } = state;
  const roundOf = { profileAssessmentId, assessmentId: round.assessmentId, ownerId };
  if (round.status === 'running') {
    const refundTokens = profileRefundTokensOf(round, policy);
    return [{ type: 'ProfileRoundEnded', data: { ...roundOf, reason, refundTokens, endedAt: at } }];
  }
  // Only the owner confirms a completed round; any other reason has no effect on it.
  if (hasConfirmed || reason !== 'owner') return [];
  return [{ type: 'ProfileRoundConfirmed', data: { ...roundOf, confirmedAt: at } }];
}

/** Refund of a running round in tokens: (testLimit − testTimesRated) × 5. */
export const profileRefundTokensOf = ({ testLimit, assessorIds }: Round, policy: ProfilePolicy): number =>
  (testLimit - assessorIds.length) * policy.pricePerAssessorTokens;
