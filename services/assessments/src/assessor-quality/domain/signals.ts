import { type Behaviour, type GoldAnswer, isRated, type RatedTurn, type Turn } from './behaviour.js';
import type { AssessorPolicy } from './policy.js';

export type Signal = 'hurried' | 'straight-lining' | 'skipping' | 'obvious-missed';

/** What an assessor is told. A pair with an obvious answer is never named: it is to look like any other. */
export const SIGNAL_TEXTS: Readonly<Record<Signal, string>> = {
  hurried: 'Your ratings come so fast that the photos can hardly have been looked at.',
  'straight-lining': 'Nearly all of your latest ratings are the same number.',
  skipping: 'You have opened many assessments one after another and not rated them; each reserves a slot for you.',
  'obvious-missed': 'Several of your ratings look as if the photos had not been looked at.',
};

export const pauseText = (signal: Signal): string =>
  `Your assessing is paused. ${SIGNAL_TEXTS[signal]} You can appeal against it.`;

/** The first sign of carelessness, if there is one. */
export function signalOf({ turns, goldAnswers }: Behaviour, policy: AssessorPolicy): Signal | null {
  const rated = turns.filter(isRated);
  if (isStraightLining(rated, policy.ratingsLooked, policy)) return 'straight-lining';
  if (missesTheObvious(goldAnswers, policy)) return 'obvious-missed';
  if (isHurried(rated, policy.submissionsMin, policy)) return 'hurried';
  return isSkipping(turns, policy) ? 'skipping' : null;
}

/** Whether it goes on: what was done `since` the warning is looked at by itself, but for pairs, which are too rare for that. */
export function signalAgain(since: Behaviour, all: Behaviour, policy: AssessorPolicy): Signal | null {
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
  const inOrder = turns.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const skipped = inOrder.slice(inOrder.findLastIndex(({ kind }) => kind !== 'skipped') + 1);
  return skipped.reduce((sum, turn) => sum + (turn.kind === 'skipped' ? turn.slots : 0), 0) >= skipsInARow;
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
