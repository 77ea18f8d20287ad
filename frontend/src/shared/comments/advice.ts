import type { Photo } from '@candid/contracts';
import { shownScore } from '../scores/adjusted-score';
import type { CommentReading } from './comments';

export interface Advice<Said> {
  readonly kind: 'first' | 'works' | 'next' | 'neither';
  /** At least one. */
  readonly comments: readonly Said[];
}

const lowScoreMax = 7;
/** Maximum number of suggestions at the top of a low result: more would discourage. */
const firstMax = 2;

/** True if the score is low, so that the comments open with advice. */
export function isLow(photo: Pick<Photo, 'fairScore' | 'totalScore' | 'timesRated'>): boolean {
  const score = shownScore(photo);
  return score !== null && score <= lowScoreMax;
}

/**
 * Returns comments as advice, each group in the given order: strengths, suggestions, then neither. A low result opens with its
 * weightiest suggestions.
 */
export function adviceOf<Said extends { readonly reading: CommentReading }>(
  comments: readonly Said[],
  isLow: boolean,
): Advice<Said>[] {
  const ofTone = (tone: CommentReading['tone']) => comments.filter(({ reading }) => reading.tone === tone);
  const next = ofTone('toTry');
  const first = isLow ? next.slice(0, firstMax) : [];
  const groups: Advice<Said>[] = [
    { kind: 'first', comments: first },
    { kind: 'works', comments: ofTone('praise') },
    { kind: 'next', comments: next.slice(first.length) },
    { kind: 'neither', comments: ofTone('neither') },
  ];
  return groups.filter(({ comments: said }) => said.length > 0);
}
