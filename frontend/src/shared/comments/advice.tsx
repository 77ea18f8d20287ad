import type { Photo } from '@candid/contracts';
import { type ReactNode, useId } from 'react';
import { commentsTexts } from '../../lib/texts/comments';
import { shownAverage } from '../scores/adjusted-score';
import type { CommentReading } from './comments';

interface Said {
  readonly phraseId: number;
  readonly reading: CommentReading;
}

const lowScoreMax = 7;
/** Maximum number of suggestions at the top of a low result; more of them would discourage the owner. */
const firstMax = 2;

export function isLow(photo: Pick<Photo, 'totalScore' | 'timesRated'>): boolean {
  const score = shownAverage(photo);
  return score !== null && score <= lowScoreMax;
}

/** Groups comments by tone in their given order. A low result starts with its most important suggestions. */
function adviceOf<Comment extends Said>(comments: readonly Comment[], isLow: boolean) {
  const ofTone = (tone: CommentReading['tone']) => comments.filter(({ reading }) => reading.tone === tone);
  const next = ofTone('toTry');
  const first = isLow ? next.slice(0, firstMax) : [];
  const groups = [
    { kind: 'first', title: commentsTexts.tryFirst(first.length), comments: first },
    { kind: 'works', title: commentsTexts.worksWell, comments: ofTone('praise') },
    { kind: 'next', title: commentsTexts.tryNext, comments: next.slice(first.length) },
    { kind: 'neither', title: commentsTexts.neither, comments: ofTone('neither') },
  ];
  return groups.filter(({ comments: said }) => said.length > 0);
}

interface AdviceListProps<Comment> {
  /** Comments in the order of their importance, the most important first. */
  comments: readonly Comment[];
  isLow: boolean;
  children: (comment: Comment) => ReactNode;
}

export function AdviceList<Comment extends Said>({ comments, isLow, children }: AdviceListProps<Comment>) {
  const id = useId();
  return (
    <div className="grid gap-5">
      {adviceOf(comments, isLow).map((group) => (
        <div key={group.kind}>
          <p id={id + group.kind} className="mb-3 font-bold">
            {group.title}
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
