import type { ReactNode, Ref } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { dockRef } from '../../../ui/dock/dock';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import type { Remaining } from '../progress';
import styles from './assessment-form.module.css';

interface SubmitBarProps {
  remaining: Remaining;
  /** A profile gets comments but no rating. */
  isProfile: boolean;
  ready: boolean;
  busy: boolean;
  problem: string | null;
  over: boolean;
  button: Ref<HTMLButtonElement>;
  /** Message about the reserved slot. */
  slot: ReactNode;
  onSubmit: () => void;
  onNext: () => void;
}

export function SubmitBar(props: SubmitBarProps) {
  const { remaining, isProfile, ready, busy, problem, over, button, slot, onSubmit, onNext } = props;
  return (
    <div ref={dockRef} className={styles.bar}>
      <NoticeRegion>{!problem && slot}</NoticeRegion>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className={styles.row}>
        <dl className={styles.counters} aria-live="polite">
          {!isProfile && (
            <div>
              <dt>{assessTexts.ratingsRemaining}</dt>
              <dd>{remaining.ratings}</dd>
            </div>
          )}
          <div>
            <dt>{isProfile ? assessTexts.commentsRequired : assessTexts.commentsRemaining}</dt>
            <dd>{remaining.comments}</dd>
          </div>
        </dl>
        {over ? (
          <Button variant="primary" onClick={onNext}>
            {assessTexts.nextAssessment}
          </Button>
        ) : (
          <Button ref={button} variant="primary" disabled={!ready} busy={busy} onClick={onSubmit}>
            {busy ? assessTexts.submitting : assessTexts.submit}
          </Button>
        )}
      </div>
    </div>
  );
}
