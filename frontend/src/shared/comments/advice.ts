import type { Photo } from '@candid/contracts';
import { shownScore } from '../scores/fair-score';
import type { CommentReading } from './comments';

export interface Advice<Said> {
  readonly kind: 'first' | 'works' | 'next' | 'neither';
  /** At least one. */
  readonly comments: readonly Said[];
}

const lowScoreMax = 7;
/** A low result opens with this many things to try: more would discourage. */
const firstMax = 2;

/** Whether the comments on a photo open with advice because of its score. */
export function isLow(photo: Pick<Photo, 'fairScore' | 'totalScore' | 'timesRated'>): boolean {
  const score = shownScore(photo);
  return score !== null && score <= lowScoreMax;
}

/**
 * Comments as advice, each group in the given order: what works well, what to try next, then what is neither. A low result opens with its
 * weightiest things to try.
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
