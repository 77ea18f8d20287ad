import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import type { Remaining } from '../hooks/progress';
import styles from './submit-bar.module.css';

interface SubmitBarProps {
  remaining: Remaining;
  ready: boolean;
  busy: boolean;
  problem: string | null;
  over: boolean;
  onSubmit: () => void;
  onNext: () => void;
}

export function SubmitBar({ remaining, ready, busy, problem, over, onSubmit, onNext }: SubmitBarProps) {
  return (
    <div className={styles.bar}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className={styles.row}>
        <dl className={styles.counters} aria-live="polite">
          <div>
            <dt>{assessTexts.ratingsRemaining}</dt>
            <dd>{remaining.ratings}</dd>
          </div>
          <div>
            <dt>{assessTexts.commentsRemaining}</dt>
            <dd>{remaining.comments}</dd>
          </div>
        </dl>
        {over ? (
          <Button variant="primary" onClick={onNext}>
            {assessTexts.nextTest}
          </Button>
        ) : (
          <Button variant="primary" disabled={!ready} busy={busy} onClick={onSubmit}>
            {busy ? assessTexts.submitting : assessTexts.submit}
          </Button>
        )}
      </div>
    </div>
  );
}
