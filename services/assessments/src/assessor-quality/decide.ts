import { type Aggregate, type Decider, DomainError } from '@candid/event-store';
import { Signal } from '../participants/signals.js';
import {
  type AssessorEvent,
  type AssessorPolicy,
  type AssessorState,
  assessorPolicy,
  assessorStreamId,
  evolve,
  initialState,
} from './assessor.js';
import { after, type Behaviour, type GoldAnswer, isRated, isSkipped, type RatedTurn, type Turn } from './behaviour.js';

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

/** Moves a good assessor to warned, and a warned one to paused or back to good. Judging the same behaviour twice emits nothing. */
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
  // Only another gold pair shows whether the assessor now sees the obvious.
  if (state.signal === 'obvious-missed' && since.goldAnswers.length === 0) return [];
  return [{ type: 'AssessorRecovered', data: { assessorId, recoveredAt: at } }];
}

const notPaused = (): DomainError =>
  new DomainError('CONFLICT', 'Your assessing is not paused: there is nothing to appeal against.');

const alreadyAppealed = (): DomainError =>
  new DomainError('CONFLICT', 'You have appealed already. We will look into it.');

const inGoodStanding = (): DomainError => new DomainError('CONFLICT', 'This assessor is neither warned nor paused.');

export const assessorDecider = (policy: AssessorPolicy): Decider<AssessorState, AssessorCommand, AssessorEvent> => ({
  initialState,
  evolve,
  decide: (command, state) => decide(command, state, policy),
});

function signalOf({ turns, goldAnswers }: Behaviour, policy: AssessorPolicy): Signal | null {
  const rated = turns.filter(isRated);
  if (isStraightLining(rated, policy.ratingsLooked, policy)) return 'straight-lining';
  if (missesTheObvious(goldAnswers, policy)) return 'obvious-missed';
  if (isHurried(rated, policy.submissionsMin, policy)) return 'hurried';
  return isSkipping(turns, policy) ? 'skipping' : null;
}

/** Returns the signal that continues after the warning. Gold pairs are too rare, so older answers to them count as well. */
function signalAgain(since: Behaviour, all: Behaviour, policy: AssessorPolicy): Signal | null {
  const rated = since.turns.filter(isRated);
  if (isStraightLining(rated, policy.ratingsMinAfterWarning, policy)) return 'straight-lining';
  const hasMissed = since.goldAnswers.some(({ isRight }) => !isRight);
  if (hasMissed && missesTheObvious(all.goldAnswers, policy)) return 'obvious-missed';
  if (isHurried(rated, policy.submissionsMinAfterWarning, policy)) return 'hurried';
  return isSkipping(since.turns, policy) ? 'skipping' : null;
}

function isHurried(rated: readonly RatedTurn[], enough: number, policy: AssessorPolicy): boolean {
  if (rated.length < enough) return false;
  const seconds = rated.slice(-policy.submissionsLooked).map((turn) => turn.seconds / turn.photos);
  return medianOf(seconds) < policy.secondsPerPhotoMin;
}

function isStraightLining(rated: readonly RatedTurn[], enough: number, policy: AssessorPolicy): boolean {
  const scores = rated.flatMap((turn) => turn.scores).slice(-policy.ratingsLooked);
  if (scores.length < enough) return false;
  const most = Math.max(...[...Map.groupBy(scores, (score) => score).values()].map((same) => same.length));
  return most >= scores.length - policy.ratingsApart;
}

function isSkipping(turns: readonly Turn[], { skipsInARow }: AssessorPolicy): boolean {
  const inOrder = turns.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const skipped = inOrder.slice(inOrder.findLastIndex((turn) => !isSkipped(turn)) + 1).filter(isSkipped);
  return skipped.reduce((sum, { slots }) => sum + slots, 0) >= skipsInARow;
}

function missesTheObvious(answers: readonly GoldAnswer[], policy: AssessorPolicy): boolean {
  const looked = answers.slice(-policy.goldLooked);
  const failed = looked.filter(({ isRight }) => !isRight).length;
  return failed >= policy.goldFailedMin && failed / looked.length > policy.goldFailedShare;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const assessorStreams: Aggregate<AssessorState, AssessorCommand, AssessorEvent> = {
  ...assessorDecider(assessorPolicy),
  streamOf: assessorStreamId,
};
