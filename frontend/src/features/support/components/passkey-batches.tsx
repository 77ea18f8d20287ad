import { identitySupportRoutes as routes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Answer, call } from '../../../lib/api/call';
import { exactTimeText } from '../../../lib/language/exact-time';
import { forget, usePages, useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { type Column, DataTable } from '../../../shared/console/data-table';
import { Failure } from '../../../shared/console/section';
import { idClass, Moment, Pill } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { toastStore } from '../../../ui/toast/toast-store';
import { ConsoleHeader } from './console-header';
import { PagedTable } from './paged-table';
import { ReasonDialog } from './reason-dialog';
import { UserLink } from './values';

type ShownBatch = Answer<typeof routes.getPasskeyBatch>;
type PasskeyBatch = ShownBatch['batch'];
type PersonalPasskey = ShownBatch['passkeys'][number];

export function PasskeyBatches() {
  return (
    <PagedTable
      pages={usePages(routes.listPasskeyBatches, {}, ({ batches }) => batches)}
      caption={supportDeskTexts.batchesCaption}
      columns={columns}
      rowKey={({ name }) => name}
      failed={supportDeskTexts.batchesFailed}
      empty={<EmptyState title={supportDeskTexts.noBatches} text={supportDeskTexts.noBatchesText} />}
    />
  );
}

const columns: readonly Column<PasskeyBatch>[] = [
  {
    name: supportDeskTexts.batch,
    cell: ({ name }) => (
      <Link to={`/support/passkeys/${name}`} className={idClass}>
        {name}
      </Link>
    ),
  },
  { name: supportDeskTexts.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: supportDeskTexts.expires, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  {
    name: supportDeskTexts.used,
    cell: ({ used, count }) => supportDeskTexts.usedOf(String(used), String(count)),
    isFigure: true,
  },
];

/** The passkey to revoke; the whole batch if undefined. */
interface Revoking {
  passkey?: string;
}

export function PasskeyBatchDetails({ name }: { name: string }) {
  const { data, error, refetch } = useRead(routes.getPasskeyBatch, { params: { name } });
  const [revoking, setRevoking] = useState<Revoking | null>(null);
  const batch = data?.batch;
  const isOpen = batch !== undefined && batch.used + batch.revoked < batch.count && !isExpired(batch);
  return (
    <>
      <ConsoleHeader title={name} lead={batch && leadOf(batch)} backTo="/support/passkeys" />
      {!data && error ? (
        <Failure error={error} text={supportDeskTexts.batchFailed} retry={() => void refetch()} />
      ) : (
        <DataTable
          caption={supportDeskTexts.batchCaption(name)}
          columns={columnsFor(batch, (passkey) => setRevoking({ passkey }))}
          rows={data?.passkeys}
          rowKey={(passkey) => passkey.name}
        />
      )}
      {isOpen && (
        <p className="mt-4">
          <Button variant="danger" onClick={() => setRevoking({})}>
            {supportDeskTexts.revokeBatch}
          </Button>
        </p>
      )}
      {revoking && <RevokeDialog batch={name} {...revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

const isExpired = ({ expiresAt }: PasskeyBatch): boolean => Date.parse(expiresAt) <= Date.now();

function leadOf(batch: PasskeyBatch): string {
  const expires = exactTimeText(batch.expiresAt);
  return isExpired(batch) ? supportDeskTexts.batchEnded(expires) : supportDeskTexts.batchLead(expires);
}

function columnsFor(
  batch: PasskeyBatch | undefined,
  onRevoke: (passkey: string) => void,
): readonly Column<PersonalPasskey>[] {
  const hasExpired = batch !== undefined && isExpired(batch);
  return [
    { name: supportDeskTexts.passkeyName, cell: ({ name }) => name },
    { name: supportTexts.status, cell: (passkey) => <State passkey={passkey} hasExpired={hasExpired} /> },
    { name: supportDeskTexts.usedBy, cell: (passkey) => <User passkey={passkey} /> },
    {
      name: supportTexts.action,
      cell: ({ name, usedAt, revokedAt }) =>
        usedAt === null &&
        revokedAt === null &&
        !hasExpired && (
          <Button size="s" aria-label={supportDeskTexts.revokeOf(name)} onClick={() => onRevoke(name)}>
            {supportDeskTexts.revoke}
          </Button>
        ),
      isNarrow: true,
    },
  ];
}

function State({ passkey: { usedAt, revokedAt }, hasExpired }: { passkey: PersonalPasskey; hasExpired: boolean }) {
  if (usedAt !== null) return <Pill>{supportDeskTexts.usedOn(exactTimeText(usedAt))}</Pill>;
  if (revokedAt !== null) return <Pill>{supportDeskTexts.revokedOn(exactTimeText(revokedAt))}</Pill>;
  if (hasExpired) return <Pill>{supportDeskTexts.expired}</Pill>;
  return <Pill tone="good">{supportDeskTexts.unused}</Pill>;
}

function User({ passkey: { usedAt, usedBy } }: { passkey: PersonalPasskey }) {
  if (usedBy !== null) return <UserLink userId={usedBy} isShort />;
  return usedAt === null ? null : supportDeskTexts.erasedAccount;
}

function RevokeDialog({ batch, passkey, onClose }: Revoking & { batch: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      danger
      title={passkey ? supportDeskTexts.revokeQuestion(passkey) : supportDeskTexts.revokeBatchQuestion(batch)}
      text={supportDeskTexts.revokeText}
      confirm={supportDeskTexts.revoke}
      doing={supportDeskTexts.revoking}
      failed={supportDeskTexts.revokeFailed}
      perform={async (reason, idempotencyKey) => {
        const sent = { body: { reason }, idempotencyKey };
        if (passkey) await call(routes.revokePersonalPasskey, { params: { name: passkey }, ...sent });
        else await call(routes.revokePasskeyBatch, { params: { name: batch }, ...sent });
      }}
      onDone={() => {
        void forget(queryClient, routes.listPasskeyBatches, routes.getPasskeyBatch);
        toastStore.show({
          text: passkey ? supportDeskTexts.revoked(passkey) : supportDeskTexts.batchRevoked(batch),
        });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
