import { type ReactNode, useId } from 'react';
import { commentsTexts } from '../../lib/texts/comments';
import { type Advice, adviceOf } from './advice';
import type { CommentReading } from './comments';

interface AdviceListProps<Said> {
  /** The weightiest first. */
  comments: readonly Said[];
  isLow: boolean;
  children: (comment: Said) => ReactNode;
}

/** Comments in named groups: what works well, what to try next, and what is neither. */
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
