import { Navigate } from 'react-router-dom';
import { PausedAssessor } from '../../../features/assess/components/paused-assessor';
import { TestGone } from '../../../features/assess/components/test-gone';
import { ApiError, hasCode, messageOf } from '../../../lib/api/errors';
import { assessTexts } from '../../../lib/texts/assess';
import { errorTexts } from '../../../lib/texts/errors';
import { Button } from '../../../ui/button/button';
import { LinkButton } from '../../../ui/button/link-button';
import { Notice } from '../../../ui/notice/notice';
import { Screen } from '../../shell/screen';
import styles from './test-trouble.module.css';

interface TestTroubleProps {
  title: string;
  /** Null: there was an answer, and nothing in it. */
  error: unknown;
  busy: boolean;
  onAgain: () => void;
  onNext: () => void;
}

/** A test that does not open: paused, gone, or not to be had right now. */
export function TestTrouble({ title, error, busy, onAgain, onNext }: TestTroubleProps) {
  // The account has no approval, whatever this browser remembers.
  if (hasCode(error, 'FORBIDDEN')) return <Navigate to="/approve" replace />;
  if (hasCode(error, 'ASSESSOR_PAUSED')) {
    return (
      <Screen title={title}>
        <PausedAssessor />
      </Screen>
    );
  }
  const isGone = error === null || (error instanceof ApiError && (error.status === 404 || error.status === 410));
  return (
    <Screen title={title}>
      {isGone ? (
        <TestGone onNext={onNext} />
      ) : (
        <div className={styles.waiting}>
          <h1 className="visually-hidden">{title}</h1>
          <p className={styles.status} role="status">
            {assessTexts.loadingImages}
          </p>
          <Notice
            tone="danger"
            action={
              <Button size="s" busy={busy} onClick={onAgain}>
                {errorTexts.retry}
              </Button>
            }
          >
            {messageOf(error)}
          </Notice>
          <LinkButton to="/profile">{assessTexts.toPhotos}</LinkButton>
        </div>
      )}
    </Screen>
  );
}
