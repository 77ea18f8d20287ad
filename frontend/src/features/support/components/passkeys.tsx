import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format/format';
import { queryKeys } from '../../../lib/query/keys';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
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
  if (!data && error)
    return <Failure error={error} text={supportDeskTexts.passkeysFailed} retry={() => void refetch()} />;
  if (data?.length === 0)
    return <EmptyState title={supportDeskTexts.noPasskeys} text={supportDeskTexts.noPasskeysText} />;
  return (
    <>
      <DataTable
        caption={supportDeskTexts.passkeysCaption}
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
  { name: supportDeskTexts.passkeyName, cell: ({ name }) => name },
  { name: supportDeskTexts.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: supportTexts.status, cell: ({ revokedAt }) => <State revokedAt={revokedAt} /> },
  {
    name: supportTexts.action,
    cell: ({ name, revokedAt }) =>
      revokedAt === null && (
        <Button size="s" aria-label={supportDeskTexts.revokeOf(name)} onClick={() => onRevoke(name)}>
          {supportDeskTexts.revoke}
        </Button>
      ),
    isNarrow: true,
  },
];

function State({ revokedAt }: Pick<Passkey, 'revokedAt'>) {
  if (revokedAt === null) return <Pill tone="good">{supportDeskTexts.inUse}</Pill>;
  return <Pill>{supportDeskTexts.revokedOn(formatDateTime(revokedAt))}</Pill>;
}

function RevokeDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      danger
      title={supportDeskTexts.revokeQuestion(name)}
      text={supportDeskTexts.revokeText}
      confirm={supportDeskTexts.revoke}
      doing={supportDeskTexts.revoking}
      failed={supportDeskTexts.revokeFailed}
      perform={(reason, idempotencyKey) => revokePasskey({ name, reason }, idempotencyKey)}
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: queryKeys.support('passkeys') });
        toastStore.show({ text: supportDeskTexts.revoked(name) });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
