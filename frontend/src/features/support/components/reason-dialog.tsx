import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { useAction } from '../../../lib/query/use-act';
import { supportTexts } from '../../../lib/texts/support';
import { Copyable } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import { TextField } from '../../../ui/text-field/text-field';
import { reasonProblem } from '../form-rules';

interface ReasonDialogProps<Done> {
  title: string;
  text: ReactNode;
  confirm: string;
  doing: string;
  danger?: boolean;
  failed: string;
  perform: (reason: string, idempotencyKey: string) => Promise<Done>;
  onDone: (done: Done) => void;
  onCancel: () => void;
}

export function ReasonDialog<Done>({ title, text, confirm, doing, failed, danger, ...acts }: ReasonDialogProps<Done>) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string>();
  const action = useAction(acts.perform, acts.onDone);

  const run = () => {
    const problem = reasonProblem(reason);
    if (problem === true) action.run(reason.trim()).catch(() => undefined);
    else setMissing(problem);
  };

  return (
    <ConfirmDialog
      open
      danger={danger}
      title={title}
      text={
        <>
          <p>{text}</p>
          <TextField
            label={supportTexts.reason}
            value={reason}
            autoComplete="off"
            error={missing}
            onChange={(event) => {
              setReason(event.target.value);
              setMissing(undefined);
              action.reset();
            }}
          />
        </>
      }
      confirm={action.busy ? doing : confirm}
      cancel={supportTexts.cancel}
      busy={action.busy}
      problem={action.error ? messageOf(action.error, failed) : undefined}
      onConfirm={run}
      onCancel={acts.onCancel}
    />
  );
}

interface MaskedEmailProps {
  email: string;
  reveal: (reason: string, idempotencyKey: string) => Promise<{ email: string }>;
}

export function MaskedEmail({ email, reveal }: MaskedEmailProps) {
  const [asking, setAsking] = useState(false);
  const [revealed, setRevealed] = useState<string | null>(null);
  if (revealed !== null) return <Copyable value={revealed} what={supportTexts.emailWord} />;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      {email}
      <Button size="s" onClick={() => setAsking(true)}>
        {supportTexts.reveal}
      </Button>
      {asking && (
        <ReasonDialog
          title={supportTexts.revealQuestion}
          text={supportTexts.revealText}
          confirm={supportTexts.reveal}
          doing={supportTexts.revealing}
          failed={supportTexts.revealFailed}
          perform={reveal}
          onDone={(whole) => {
            setRevealed(whole.email);
            setAsking(false);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </span>
  );
}
