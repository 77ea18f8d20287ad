import { type Aggregate, DomainError } from '@candid/event-store';
import { Signal } from '../participants/signals.js';
import {
  type AssessorEvent,
  type AssessorState,
  assessorStreamId,
  evolve,
  initialState,
  assessorPolicy as policy,
} from './assessor.js';
import { after, type Behaviour, type GoldAnswer, isRated, isSkipped, type RatedTurn, type Turn } from './behaviour.js';

export type AssessorCommand =
  | { type: 'Judge'; assessorId: string; behaviour: Behaviour; at: string }
  | { type: 'Appeal'; assessorId: string; at: string }
  | { type: 'Reinstate'; assessorId: string; reason: string; at: string };

export function decide(command: AssessorCommand, state: AssessorState): AssessorEvent[] {
  const { assessorId, at } = command;
  switch (command.type) {
    case 'Judge':
      return judge(command, state);
    case 'Appeal':
      if (state.standing !== 'paused')
        throw conflict('Your assessing is not paused: there is nothing to appeal against.');
      if (state.hasAppealed) throw conflict('You have appealed already. We will look into it.');
      return [{ type: 'PauseAppealed', data: { assessorId, appealedAt: at } }];
    case 'Reinstate':
      if (state.standing === 'good') throw conflict('This assessor is neither warned nor paused.');
      return [{ type: 'AssessorReinstated', data: { assessorId, reason: command.reason, reinstatedAt: at } }];
  }
}

/** Changes the standing from good to warned, or from warned to paused or good. A repeated judgement emits nothing. */
function judge(
  { assessorId, behaviour, at }: Extract<AssessorCommand, { type: 'Judge' }>,
  state: AssessorState,
): AssessorEvent[] {
  const counting = after(state.countsFrom, behaviour);
  if (state.standing === 'good') {
    const signal = signalOf(counting, policy.ratingsLooked, policy.submissionsMin);
    return signal ? [{ type: 'AssessorWarned', data: { assessorId, signal, warnedAt: at } }] : [];
  }
  if (state.standing === 'paused') return [];
  const since = after(state.since, counting);
  if (since.turns.length < policy.turnsAfterWarning) return [];
  // Gold pairs are rare: if an answer since the warning is wrong, the answers before the warning count as well.
  const goldAnswers = since.goldAnswers.some(({ isRight }) => !isRight) ? counting.goldAnswers : [];
  const { ratingsMinAfterWarning, submissionsMinAfterWarning } = policy;
  const again = signalOf({ turns: since.turns, goldAnswers }, ratingsMinAfterWarning, submissionsMinAfterWarning);
  if (again) {
    const spoiled = since.turns.filter(isRated).filter(({ isGold }) => !isGold);
    const spoiledSubmissionIds = spoiled.map(({ submissionId }) => submissionId);
    return [{ type: 'AssessorPaused', data: { assessorId, signal: again, spoiledSubmissionIds, pausedAt: at } }];
  }
  // A warning about gold pairs ends only after the assessor has answered another gold pair.
  if (state.signal === 'obvious-missed' && since.goldAnswers.length === 0) return [];
  return [{ type: 'AssessorRecovered', data: { assessorId, recoveredAt: at } }];
}

const conflict = (message: string): DomainError => new DomainError('CONFLICT', message);

function signalOf({ turns, goldAnswers }: Behaviour, ratingsMin: number, submissionsMin: number): Signal | null {
  const rated = turns.filter(isRated);
  if (isStraightLining(rated, ratingsMin)) return 'straight-lining';
  if (missesTheObvious(goldAnswers)) return 'obvious-missed';
  if (rated.length >= submissionsMin && isHurried(rated)) return 'hurried';
  return isSkipping(turns) ? 'skipping' : null;
}

function isHurried(rated: readonly RatedTurn[]): boolean {
  const seconds = rated.slice(-policy.submissionsLooked).map((turn) => turn.seconds / turn.photos);
  return medianOf(seconds) < policy.secondsPerPhotoMin;
}

function isStraightLining(rated: readonly RatedTurn[], enough: number): boolean {
  const scores = rated.flatMap((turn) => turn.scores).slice(-policy.ratingsLooked);
  if (scores.length < enough) return false;
  const most = Math.max(...[...Map.groupBy(scores, (score) => score).values()].map((same) => same.length));
  return most >= scores.length - policy.ratingsApart;
}

function isSkipping(turns: readonly Turn[]): boolean {
  const inOrder = turns.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const skipped = inOrder.slice(inOrder.findLastIndex((turn) => !isSkipped(turn)) + 1).filter(isSkipped);
  return skipped.reduce((sum, { slots }) => sum + slots, 0) >= policy.skipsInARow;
}

function missesTheObvious(answers: readonly GoldAnswer[]): boolean {
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
  initialState,
  evolve,
  decide,
  streamOf: assessorStreamId,
};
