import type { ProfileCommand } from './commands.js';
import { profileUnknown } from './errors.js';
import type { ProfileEvent } from './events.js';
import type { ProfilePolicy } from './policy.js';
import type { ProfileState, Round } from './state.js';

/** Ends what runs, with a refund, or confirms what is complete; what is over already is no event. */
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
  // Only the owner takes note; whatever else ends profile assessments finds nothing to end.
  if (hasConfirmed || reason !== 'owner') return [];
  return [{ type: 'ProfileRoundConfirmed', data: { ...roundOf, confirmedAt: at } }];
}

/** (testLimit − testTimesRated) × 5, of a round that goes on. */
export const profileRefundTokensOf = ({ testLimit, assessorIds }: Round, policy: ProfilePolicy): number =>
  (testLimit - assessorIds.length) * policy.pricePerAssessorTokens;
