import type { Photo } from '@candid/contracts';
import { type ReactNode, useId } from 'react';
import { commentsTexts } from '../../lib/texts/comments';
import { shownScore } from '../scores/adjusted-score';
import type { CommentReading } from './comments';

interface Advice<Said> {
  readonly kind: 'first' | 'works' | 'next' | 'neither';
  /** At least one. */
  readonly comments: readonly Said[];
}

const lowScoreMax = 7;
/** Maximum number of suggestions at the top of a low result: more would discourage. */
const firstMax = 2;

export function isLow(photo: Pick<Photo, 'fairScore' | 'totalScore' | 'timesRated'>): boolean {
  const score = shownScore(photo);
  return score !== null && score <= lowScoreMax;
}

/** Each group keeps the given order. A low result opens with its weightiest suggestions. */
function adviceOf<Said extends { readonly reading: CommentReading }>(
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

interface AdviceListProps<Said> {
  /** The weightiest first. */
  comments: readonly Said[];
  isLow: boolean;
  children: (comment: Said) => ReactNode;
}

export function AdviceList<Said extends { readonly phraseId: number; readonly reading: CommentReading }>({
  comments,
  isLow,
  children,
}: AdviceListProps<Said>) {
  const id = useId();
  return (
    <div className="grid gap-5">
      {adviceOf(comments, isLow).map((group) => (
        <div key={group.kind}>
          <p id={id + group.kind} className="mb-3 font-bold">
            {titleOf(group)}
          </p>
          <ul
            className="grid [&_li]:py-3 [&_li+li]:border-t [&_li+li]:border-t-line [&_li:first-child]:pt-0"
            aria-labelledby={id + group.kind}
          >
            {group.comments.map((comment) => (
              <li key={comment.phraseId}>{children(comment)}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function titleOf({ kind, comments }: Advice<unknown>): string {
  if (kind === 'first') return commentsTexts.tryFirst(comments.length);
  return { works: commentsTexts.worksWell, next: commentsTexts.tryNext, neither: commentsTexts.neither }[kind];
}
