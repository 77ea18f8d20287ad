import { Lightbulb, Scale, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sign } from '../../ui/sign/sign';
import { Skeleton } from '../../ui/skeleton/skeleton';
import styles from './comment-row.module.css';
import type { CommentReading } from './comments';

interface CommentRowProps {
  /** The subject of the comment. */
  title: string;
  reading: CommentReading;
  /** Says how often the comment was made, or how strong it is. */
  note?: string;
  /** Shown behind the note. */
  action?: ReactNode;
}

const iconOfTone = { praise: ThumbsUp, toTry: Lightbulb, neither: Scale } as const;

/** One comment in words. An icon tells praise, suggestion and neither apart, because colour alone must not. */
export function CommentRow({ title, reading, note, action }: CommentRowProps) {
  return (
    <div className={styles.row}>
      <Sign icon={iconOfTone[reading.tone]} isGood={reading.tone === 'praise'} />
      <div className={styles.words}>
        <p className={styles.title}>
          {title} {reading.label !== title && <span className={styles.label}>{reading.label}</span>}
        </p>
        {reading.text && <p className={styles.text}>{reading.text}</p>}
        {(note || action) && (
          <div className={styles.foot}>
            {note && <p className={styles.note}>{note}</p>}
            {action}
          </div>
        )}
      </div>
    </div>
  );
}

const rowPx = 74;

export function CommentRowSkeleton() {
  return <Skeleton height={rowPx} />;
}
