import type { PhraseVotes } from '../../lib/comments/agreement';
import styles from './comment-bars.module.css';
import { VoteBar } from './vote-bar';

export interface CommentBarsLabels {
  /** Of the picture of one phrase. */
  readonly votes: (phrase: PhraseVotes) => string;
  readonly share: (raters: number, of: number) => string;
}

interface CommentBarsProps {
  phrases: readonly PhraseVotes[];
  labels: CommentBarsLabels;
}

const phrasePx = 61;
const gapPx = 16;

/** About as high as the bars of so many phrases, or the line that says there are none. */
export const commentBarsPx = (phrases: number): number => Math.max(21, phrases * (phrasePx + gapPx) - gapPx);

/** For each phrase how many chose the one end of its scale and how many the other. */
export function CommentBars({ phrases, labels }: CommentBarsProps) {
  return (
    <ul className={styles.phrases}>
      {phrases.map((phrase) => (
        <li key={phrase.phraseId} className={styles.phrase}>
          <p className={styles.head} aria-hidden="true">
            <span className={styles.title}>{phrase.phrase}</span>
            <span className={styles.share}>
              {labels.share(Math.min(phrase.low + phrase.high, phrase.of), phrase.of)}
            </span>
          </p>
          <VoteBar phrase={phrase} label={labels.votes(phrase)} />
          {phrase.isScale && (
            <p className={styles.ends} aria-hidden="true">
              <span className={phrase.low > phrase.high ? styles.chosen : undefined}>{phrase.left}</span>
              <span className={phrase.high > phrase.low ? styles.chosen : undefined}>{phrase.right}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
