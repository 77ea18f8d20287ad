import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { useAction } from '../../../lib/query/use-action';
import { supportTexts } from '../../../lib/texts/support';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import { TextField } from '../../../ui/text-field/text-field';
import { reasonLengthMax, reasonProblem } from '../hooks/correction-rules';

interface ReasonDialogProps<Done> {
  title: string;
  text: ReactNode;
  confirm: string;
  /** In place of `confirm` while it is being done. */
  doing: string;
  danger?: boolean;
  /** Where the server does not say why it was not done. */
  failed: string;
  perform: (reason: string, idempotencyKey: string) => Promise<Done>;
  onDone: (done: Done) => void;
  onCancel: () => void;
}

/** Asks why before something that goes on record with its reason. */
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
            label={supportTexts.reasonLabel}
            value={reason}
            maxLength={reasonLengthMax}
            autoComplete="off"
            error={missing}
            onChange={(event) => {
              setReason(event.target.value);
              setMissing(undefined);
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
