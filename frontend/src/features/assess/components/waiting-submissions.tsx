import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts } from '../../../lib/texts/common';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { submissionOutbox } from '../api/submission-outbox';
import { refusalWords } from '../hooks/refusal-words';
import { useWaitingSubmissions } from '../hooks/use-waiting-submissions';
import styles from './waiting-submissions.module.css';

/** What has not been sent yet, and what could not be taken any more; that is read before the next photos come. */
export function WaitingSubmissions({ canGoOn }: { canGoOn: boolean }) {
  const entries = useWaitingSubmissions() ?? [];
  if (entries.length === 0) return null;
  const refused = entries.filter(({ refusal }) => refusal);
  const waiting = entries.length - refused.length;
  const dismissAll = () => {
    for (const { idempotencyKey } of refused) void submissionOutbox.dismiss(idempotencyKey);
  };
  return (
    <div className={styles.list}>
      {waiting > 0 && <Notice>{assessTexts.waiting(waiting)}</Notice>}
      {refused.map(
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
      {refused.length > 0 && canGoOn && (
        <Button variant="primary" onClick={dismissAll}>
          {assessTexts.goOn}
        </Button>
      )}
    </div>
  );
}
