import { identitySupportRoutes as routes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { type Answer, call } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { exactTimeText } from '../../../lib/language/exact-time';
import { useAct } from '../../../lib/query/use-act';
import { usePages } from '../../../lib/query/use-pages';
import { forget, useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { type Column, DataTable } from '../../../shared/console/data-table';
import { Failure } from '../../../shared/console/section';
import { Copyable, copyText, idClass, Moment, Pill } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { saveFile } from '../../../ui/dom/dom';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { fieldOf } from '../../../ui/text-field/field-of';
import { TextField } from '../../../ui/text-field/text-field';
import { toastStore } from '../../../ui/toast/toast-store';
import { batchCountProblem, batchDaysProblem, batchNameProblem, reasonProblem } from '../form-rules';
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
      rowsExpected={3}
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

/** If `passkey` is undefined, the whole batch is revoked; if `batch` is undefined, the passkey is a shared one. */
interface Revoking {
  passkey?: string;
  batch?: string;
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

export function RevokeDialog({ batch = '', passkey, onClose }: Revoking & { onClose: () => void }) {
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
        const sent = { params: { name: passkey ?? batch }, body: { reason }, idempotencyKey };
        if (passkey === undefined) await call(routes.revokePasskeyBatch, sent);
        else await call(batch ? routes.revokePersonalPasskey : routes.revokePasskey, sent);
      }}
      onDone={() => {
        void forget(queryClient, routes.listPasskeys, routes.listPasskeyBatches, routes.getPasskeyBatch);
        toastStore.show({
          text: passkey ? supportDeskTexts.revoked(passkey) : supportDeskTexts.batchRevoked(batch),
        });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

const formClass = 'grid max-w-120 gap-5 [&_textarea]:min-h-18';

/** The server's answer, the only one that contains the secrets. */
type MadeBatch = Answer<typeof routes.addPasskeyBatch>;

type Values = Record<'name' | 'count' | 'validDays' | 'reason', string>;

/** Secrets appear only here. They stay until somebody confirms that they are stored. */
export function AddPasskeyBatch() {
  const [made, setMade] = useState<MadeBatch | null>(null);
  return made ? <MadePasskeys made={made} onKept={() => setMade(null)} /> : <BatchForm onMade={setMade} />;
}

function BatchForm({ onMade }: { onMade: (made: MadeBatch) => void }) {
  const queryClient = useQueryClient();
  const form = useForm<Values>({ defaultValues: { name: '', count: '10', validDays: '30', reason: '' } });
  const making = useAct(routes.addPasskeyBatch, () =>
    forget(queryClient, routes.listPasskeyBatches, routes.getPasskeyBatch),
  );

  const submit = form.handleSubmit(async ({ name, count, validDays, reason }) => {
    const body = { name: name.trim(), count: Number(count), validDays: Number(validDays), reason: reason.trim() };
    await making.run({ body }).then(onMade, () => undefined);
  });

  const field = (name: keyof Values, label: string, validate: (value: string) => string | true) => (
    <TextField
      label={label}
      hint={name === 'name' ? supportDeskTexts.batchNameHint : undefined}
      inputMode={name === 'count' || name === 'validDays' ? 'numeric' : undefined}
      autoComplete="off"
      autoCapitalize={name === 'name' ? 'none' : undefined}
      spellCheck={name === 'reason'}
      {...fieldOf(form, name, { validate })}
    />
  );
  return (
    <form
      className="grid max-w-120 gap-5 wide:max-w-200 wide:grid-cols-2 wide:items-start [&_textarea]:min-h-18 wide:[&>[role=alert]]:col-span-full wide:[&>button]:col-span-full wide:[&>button]:justify-self-start"
      onSubmit={submit}
      noValidate
    >
      {field('name', supportDeskTexts.batchName, batchNameProblem)}
      {field('count', supportDeskTexts.batchCount, batchCountProblem)}
      {field('validDays', supportDeskTexts.batchDays, batchDaysProblem)}
      {field('reason', supportTexts.reason, reasonProblem)}
      {making.error ? <Notice tone="danger">{messageOf(making.error, supportDeskTexts.makeFailed)}</Notice> : null}
      <Button type="submit" variant="primary" busy={making.busy}>
        {making.busy ? supportDeskTexts.making : supportDeskTexts.makeBatch}
      </Button>
    </form>
  );
}

type Secret = MadeBatch['secrets'][number];

function MadePasskeys({ made: { batch, secrets }, onKept }: { made: MadeBatch; onKept: () => void }) {
  const lines = secrets.map(({ name, secret }) => `${name},${secret}`).join('\r\n');
  const secretLines = secrets.map(({ secret }) => secret).join('\n');
  const copyAll = () => copyText(secretLines, supportDeskTexts.copiedAll, supportDeskTexts.secretsCopyFailed);
  const download = () =>
    saveFile(`passkeys-${batch.name}.csv`, new Blob([`name,passkey\r\n${lines}\r\n`], { type: 'text/csv' }));
  return (
    <div className={formClass}>
      <Notice tone="success">{supportDeskTexts.secretsOnce}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button icon={<Copy />} onClick={copyAll}>
          {supportDeskTexts.copyAll}
        </Button>
        <Button icon={<Download />} onClick={download}>
          {supportDeskTexts.download}
        </Button>
      </div>
      <DataTable
        caption={supportDeskTexts.secretsCaption(batch.name)}
        columns={newPasskeyColumns}
        rows={secrets}
        rowKey={({ name }) => name}
      />
      <Button onClick={onKept}>{supportDeskTexts.secretsKept}</Button>
    </div>
  );
}

const newPasskeyColumns: readonly Column<Secret>[] = [
  { name: supportDeskTexts.passkeyName, cell: ({ name }) => name },
  { name: supportDeskTexts.passkey, cell: ({ secret }) => <Copyable value={secret} what={supportDeskTexts.passkey} /> },
];
