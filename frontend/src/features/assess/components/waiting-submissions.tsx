import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts } from '../../../lib/texts/common';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { submissionOutbox } from '../api/submission-outbox';
import { refusalWords } from '../hooks/refusal-words';
import { useWaitingSubmissions } from '../hooks/use-waiting-submissions';
import styles from './waiting-submissions.module.css';

/** What has not been sent yet, and what could not be taken any more. */
export function WaitingSubmissions() {
  const entries = useWaitingSubmissions() ?? [];
  if (entries.length === 0) return null;
  const waiting = entries.filter(({ refusal }) => !refusal).length;
  return (
    <div className={styles.list}>
      {waiting > 0 && <Notice>{assessTexts.waiting(waiting)}</Notice>}
      {entries.map(
        ({ refusal, idempotencyKey }) =>
          refusal && (
            <Notice
              key={idempotencyKey}
              tone="danger"
              action={
                <Button size="s" onClick={() => void submissionOutbox.dismiss(idempotencyKey)}>
                  {commonTexts.dismiss}
                </Button>
              }
            >
              {refusalWords(refusal)}
            </Notice>
          ),
      )}
    </div>
  );
}
