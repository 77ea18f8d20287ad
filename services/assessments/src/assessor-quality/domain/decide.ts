import { type Decider, DomainError } from '@candid/event-store';
import { after, type Behaviour, isRated } from './behaviour.js';
import type { RaterEvent } from './events.js';
import type { RaterPolicy } from './policy.js';
import { signalAgain, signalOf } from './signals.js';
import { evolve, initialState, type RaterState } from './state.js';

/** `at` is the moment of the command: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export type RaterCommand =
  | { type: 'Judge'; raterId: string; behaviour: Behaviour; at: string }
  | { type: 'Appeal'; raterId: string; at: string }
  | { type: 'Reinstate'; raterId: string; reason: string; at: string };

export function decide(command: RaterCommand, state: RaterState, policy: RaterPolicy): RaterEvent[] {
  const { raterId, at } = command;
  switch (command.type) {
    case 'Judge':
      return judge(command, state, policy);
    case 'Appeal':
      if (state.standing !== 'paused') throw notPaused();
      if (state.hasAppealed) throw alreadyAppealed();
      return [{ type: 'PauseAppealed', data: { raterId, appealedAt: at } }];
    case 'Reinstate':
      if (state.standing === 'good') throw inGoodStanding();
      return [{ type: 'RaterReinstated', data: { raterId, reason: command.reason, reinstatedAt: at } }];
  }
}

/** From good to warned, and from there to paused or back to good. Judged again on the same behaviour, nothing follows. */
function judge(
  { raterId, behaviour, at }: Extract<RaterCommand, { type: 'Judge' }>,
  state: RaterState,
  policy: RaterPolicy,
): RaterEvent[] {
  const counting = after(state.countsFrom, behaviour);
  if (state.standing === 'good') {
    const signal = signalOf(counting, policy);
    return signal ? [{ type: 'RaterWarned', data: { raterId, signal, warnedAt: at } }] : [];
  }
  if (state.standing === 'paused') return [];
  const since = after(state.since, counting);
  if (since.turns.length < policy.turnsAfterWarning) return [];
  const again = signalAgain(since, counting, policy);
  if (again) {
    const spoiled = since.turns.filter(isRated).filter(({ isGold }) => !isGold);
    const spoiledSubmissionIds = spoiled.map(({ submissionId }) => submissionId);
    return [{ type: 'RaterPaused', data: { raterId, signal: again, spoiledSubmissionIds, pausedAt: at } }];
  }
  // Only another pair tells whether that has become better.
  if (state.signal === 'obvious-missed' && since.goldAnswers.length === 0) return [];
  return [{ type: 'RaterRecovered', data: { raterId, recoveredAt: at } }];
}

export const notPaused = (): DomainError =>
  new DomainError('CONFLICT', 'Your assessing is not paused: there is nothing to appeal against.');

export const alreadyAppealed = (): DomainError =>
  new DomainError('CONFLICT', 'You have appealed already. We will look into it.');

export const inGoodStanding = (): DomainError =>
  new DomainError('CONFLICT', 'This assessor is neither warned nor paused.');

export const raterDecider = (policy: RaterPolicy): Decider<RaterState, RaterCommand, RaterEvent> => ({
  initialState,
  evolve,
  decide: (command, state) => decide(command, state, policy),
});
