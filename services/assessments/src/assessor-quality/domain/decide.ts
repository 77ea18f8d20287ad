import { type Decider, DomainError } from '@candid/event-store';
import { after, type Behaviour, isRated } from './behaviour.js';
import type { AssessorEvent } from './events.js';
import type { AssessorPolicy } from './policy.js';
import { signalAgain, signalOf } from './signals.js';
import { type AssessorState, evolve, initialState } from './state.js';

/** `at` is the moment of the command: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export type AssessorCommand =
  | { type: 'Judge'; assessorId: string; behaviour: Behaviour; at: string }
  | { type: 'Appeal'; assessorId: string; at: string }
  | { type: 'Reinstate'; assessorId: string; reason: string; at: string };

export function decide(command: AssessorCommand, state: AssessorState, policy: AssessorPolicy): AssessorEvent[] {
  const { assessorId, at } = command;
  switch (command.type) {
    case 'Judge':
      return judge(command, state, policy);
    case 'Appeal':
      if (state.standing !== 'paused') throw notPaused();
      if (state.hasAppealed) throw alreadyAppealed();
      return [{ type: 'PauseAppealed', data: { assessorId, appealedAt: at } }];
    case 'Reinstate':
      if (state.standing === 'good') throw inGoodStanding();
      return [{ type: 'AssessorReinstated', data: { assessorId, reason: command.reason, reinstatedAt: at } }];
  }
}

/** From good to warned, and from there to paused or back to good. Judged again on the same behaviour, nothing follows. */
function judge(
  { assessorId, behaviour, at }: Extract<AssessorCommand, { type: 'Judge' }>,
  state: AssessorState,
  policy: AssessorPolicy,
): AssessorEvent[] {
  const counting = after(state.countsFrom, behaviour);
  if (state.standing === 'good') {
    const signal = signalOf(counting, policy);
    return signal ? [{ type: 'AssessorWarned', data: { assessorId, signal, warnedAt: at } }] : [];
  }
  if (state.standing === 'paused') return [];
  const since = after(state.since, counting);
  if (since.turns.length < policy.turnsAfterWarning) return [];
  const again = signalAgain(since, counting, policy);
  if (again) {
    const spoiled = since.turns.filter(isRated).filter(({ isGold }) => !isGold);
    const spoiledSubmissionIds = spoiled.map(({ submissionId }) => submissionId);
    return [{ type: 'AssessorPaused', data: { assessorId, signal: again, spoiledSubmissionIds, pausedAt: at } }];
  }
  // Only another pair tells whether that has become better.
  if (state.signal === 'obvious-missed' && since.goldAnswers.length === 0) return [];
  return [{ type: 'AssessorRecovered', data: { assessorId, recoveredAt: at } }];
}

export const notPaused = (): DomainError =>
  new DomainError('CONFLICT', 'Your assessing is not paused: there is nothing to appeal against.');

export const alreadyAppealed = (): DomainError =>
  new DomainError('CONFLICT', 'You have appealed already. We will look into it.');

export const inGoodStanding = (): DomainError =>
  new DomainError('CONFLICT', 'This assessor is neither warned nor paused.');

export const assessorDecider = (policy: AssessorPolicy): Decider<AssessorState, AssessorCommand, AssessorEvent> => ({
  initialState,
  evolve,
  decide: (command, state) => decide(command, state, policy),
});
