import type { ReactNode } from 'react';
import { commentsTexts } from '../../lib/texts/comments';
import { type Advice, adviceOf } from './advice';
import styles from './advice-list.module.css';
import type { CommentReading } from './comments';

interface AdviceListProps<Said> {
  /** The weightiest first. */
  comments: readonly Said[];
  isLow: boolean;
  children: (comment: Said) => ReactNode;
}

/** Comments in groups with headings: what works well and what to try next. */
export function AdviceList<Said extends { readonly phraseId: number; readonly reading: CommentReading }>({
  comments,
  isLow,
  children,
}: AdviceListProps<Said>) {
  return (
    <div className={styles.groups}>
      {adviceOf(comments, isLow).map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a page has such groups for each photo, and landmarks must be unique
        <div key={group.kind} role="group" aria-label={titleOf(group)}>
          <h3 className={styles.title}>{titleOf(group)}</h3>
          <ul className={styles.list}>
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
  return kind === 'works' ? commentsTexts.worksWell : commentsTexts.tryNext;
}
