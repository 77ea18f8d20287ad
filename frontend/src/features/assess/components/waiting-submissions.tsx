import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts } from '../../../lib/texts/common';
import { Button } from '../../../ui/button/button';
import { focusMain } from '../../../ui/dom/dom';
import { Notice } from '../../../ui/notice/notice';
import { useWaitingSubmissions } from '../hooks/use-waiting-submissions';
import { refusalWords } from '../refusal-words';
import { submissionOutbox } from '../submission-outbox';

/** Lists submissions that wait for the server or were refused. The assessor reads them before the next photos. */
export function WaitingSubmissions({ canGoOn }: { canGoOn: boolean }) {
  const entries = useWaitingSubmissions() ?? [];
  if (entries.length === 0) return null;
  const refused = entries.filter(({ refusal }) => refusal);
  const waiting = entries.length - refused.length;
  const dismiss = (read: typeof refused) => {
    // The focused button disappears with the entry.
    focusMain();
    for (const { idempotencyKey } of read) void submissionOutbox.dismiss(idempotencyKey);
  };
  return (
    <div className="grid gap-3 pt-4">
      {waiting > 0 && <Notice>{assessTexts.waiting(waiting)}</Notice>}
      {refused.map(
        (entry) =>
          entry.refusal && (
            <Notice
              key={entry.idempotencyKey}
              tone="danger"
              action={
                <Button size="s" onClick={() => dismiss([entry])}>
                  {commonTexts.dismiss}
                </Button>
              }
            >
              {refusalWords(entry.refusal)}
            </Notice>
          ),
      )}
      {refused.length > 0 && canGoOn && (
        <Button variant="primary" onClick={() => dismiss(refused)}>
          {assessTexts.goOn}
        </Button>
      )}
    </div>
  );
}
