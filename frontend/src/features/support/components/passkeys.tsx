import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format/format';
import { queryKeys } from '../../../lib/query/keys';
import { supportTexts } from '../../../lib/texts/support';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { toastStore } from '../../../ui/toast/toast-store';
import { type Passkey, revokePasskey, usePasskeys } from '../api/passkeys';
import { type Column, DataTable } from './data-table';
import { Failure } from './failure';
import { Moment } from './moment';
import { Pill } from './pill';
import { ReasonDialog } from './reason-dialog';

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
  return (
    <ReasonDialog
      danger
      title={supportTexts.revokeQuestion(name)}
      text={supportTexts.revokeText}
      confirm={supportTexts.revoke}
      doing={supportTexts.revoking}
      failed={supportTexts.revokeFailed}
      perform={(reason, idempotencyKey) => revokePasskey({ name, reason }, idempotencyKey)}
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: queryKeys.support('passkeys') });
        toastStore.show({ text: supportTexts.revoked(name) });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
