import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { formatDateTime } from '../../../lib/format/format';
import { queryKeys } from '../../../lib/query/keys';
import { useAction } from '../../../lib/query/use-action';
import { supportTexts } from '../../../lib/texts/support';
import { Button } from '../../../ui/button/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { TextField } from '../../../ui/text-field/text-field';
import { toastStore } from '../../../ui/toast/toast-store';
import { type Passkey, revokePasskey, usePasskeys } from '../api/passkeys';
import { reasonLengthMax, reasonProblem } from '../hooks/correction-rules';
import { type Column, DataTable } from './data-table';
import { Failure } from './failure';
import { Moment } from './moment';
import { Pill } from './pill';

export function Passkeys() {
  const { data, error, refetch } = usePasskeys();
  const [revoking, setRevoking] = useState<string | null>(null);
  if (!data && error) return <Failure error={error} text={supportTexts.passkeysFailed} retry={() => void refetch()} />;
  if (data?.length === 0) return <EmptyState title={supportTexts.noPasskeys} text={supportTexts.noPasskeysText} />;
  return (
    <>
      <DataTable
        caption={supportTexts.passkeysCaption}
        columns={columnsFor(setRevoking)}
        rows={data}
        rowKey={({ name }) => name}
        rowsExpected={3}
      />
      {revoking !== null && <RevokeDialog name={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

const columnsFor = (onRevoke: (name: string) => void): readonly Column<Passkey>[] => [
  { name: supportTexts.passkeyName, cell: ({ name }) => name },
  { name: supportTexts.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: supportTexts.status, cell: ({ revokedAt }) => <State revokedAt={revokedAt} /> },
  {
    name: supportTexts.action,
    cell: ({ name, revokedAt }) =>
      revokedAt === null && (
        <Button size="s" aria-label={supportTexts.revokeOf(name)} onClick={() => onRevoke(name)}>
          {supportTexts.revoke}
        </Button>
      ),
    isNarrow: true,
  },
];

function State({ revokedAt }: Pick<Passkey, 'revokedAt'>) {
  if (revokedAt === null) return <Pill tone="good">{supportTexts.inUse}</Pill>;
  return <Pill>{supportTexts.revokedOn(formatDateTime(revokedAt))}</Pill>;
}

function RevokeDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string>();
  const revoking = useAction(revokePasskey, () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.support('passkeys') }),
  );

  const revoke = async () => {
    const problem = reasonProblem(reason);
    if (problem !== true) return setMissing(problem);
    const done = await revoking.run({ name, reason: reason.trim() }).catch(() => null);
    if (!done) return;
    toastStore.show({ text: supportTexts.revoked(name) });
    onClose();
  };

  return (
    <ConfirmDialog
      open
      danger
      title={supportTexts.revokeQuestion(name)}
      text={
        <>
          <p>{supportTexts.revokeText}</p>
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
      confirm={revoking.busy ? supportTexts.revoking : supportTexts.revoke}
      cancel={supportTexts.cancel}
      busy={revoking.busy}
      problem={revoking.error ? messageOf(revoking.error, supportTexts.revokeFailed) : undefined}
      onConfirm={() => void revoke()}
      onCancel={onClose}
    />
  );
}
