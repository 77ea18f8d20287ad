import { Lightbulb, Scale, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sign } from '../../ui/sign/sign';
import { Skeleton } from '../../ui/skeleton/skeleton';
import styles from './comment-row.module.css';
import type { CommentReading } from './comments';

interface CommentRowProps {
  /** What the comment is about. */
  title: string;
  reading: CommentReading;
  /** How often, or how strong. */
  note?: string;
  /** Behind the note. */
  action?: ReactNode;
}

const iconOfTone = { praise: ThumbsUp, toTry: Lightbulb, neither: Scale } as const;

/** One comment in words. The sign tells praise, a thing to try and neither apart without a colour alone. */
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

/** As high as a comment with its note. */
export function CommentRowSkeleton() {
  return <Skeleton height={rowPx} />;
}
