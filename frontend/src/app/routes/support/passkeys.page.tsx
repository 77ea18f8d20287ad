import { identitySupportRoutes as routes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  AddPasskeyBatch,
  PasskeyBatchDetails,
  PasskeyBatches,
  RevokeDialog,
} from '../../../features/support/components/passkey-batches';
import { passkeyNameProblem, reasonProblem } from '../../../features/support/form-rules';
import type { Answer } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { exactTimeText } from '../../../lib/language/exact-time';
import { useAct } from '../../../lib/query/use-act';
import { forget, useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { type Column, DataTable } from '../../../shared/console/data-table';
import { Failure, Section } from '../../../shared/console/section';
import { Copyable, Facts, Moment, Pill } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { Disclosure } from '../../../ui/disclosure/disclosure';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { fieldOf } from '../../../ui/text-field/field-of';
import { TextField } from '../../../ui/text-field/text-field';
import { HeadedScreen } from '../../shell/headed-screen';
import { Screen } from '../../shell/screen';

export function PasskeysPage() {
  return (
    <HeadedScreen title={supportTexts.nav.passkeys} lead={supportDeskTexts.passkeysLead}>
      <Section title={supportDeskTexts.batchesTitle} text={supportDeskTexts.batchesText}>
        <PasskeyBatches />
        <AddPasskeyBatch />
      </Section>
      <Section title={supportDeskTexts.sharedTitle} text={supportDeskTexts.sharedText}>
        <Passkeys />
        <AddPasskey />
      </Section>
    </HeadedScreen>
  );
}

export const PasskeyBatchPage = ({ id }: { id: string }) => (
  <Screen title={id} width="wide">
    <PasskeyBatchDetails name={id} />
  </Screen>
);

type Passkey = Answer<typeof routes.listPasskeys>['passkeys'][number];

function Passkeys() {
  const { data, error, refetch } = useRead(routes.listPasskeys, {});
  const [revoking, setRevoking] = useState<string | null>(null);
  if (!data && error) return <Failure error={error} text={supportDeskTexts.passkeysFailed} retry={refetch} />;
  if (data?.passkeys.length === 0)
    return <EmptyState title={supportDeskTexts.noPasskeys} text={supportDeskTexts.noPasskeysText} />;
  return (
    <>
      <DataTable
        caption={supportDeskTexts.passkeysCaption}
        columns={columnsFor(setRevoking)}
        rows={data?.passkeys}
        rowKey={({ name }) => name}
        rowsExpected={3}
      />
      {revoking !== null && <RevokeDialog passkey={revoking} onClose={() => setRevoking(null)} />}
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
  return <Pill>{supportDeskTexts.revokedOn(exactTimeText(revokedAt))}</Pill>;
}

type Added = Answer<typeof routes.addPasskey>;

/** The secret is shown only here, until somebody has copied it. */
function AddPasskey() {
  const [added, setAdded] = useState<Added | null>(null);
  if (!added) {
    return (
      <Disclosure title={supportDeskTexts.addPasskey}>
        <PasskeyForm onAdded={setAdded} />
      </Disclosure>
    );
  }
  const secret = <Copyable value={added.secret} what={supportDeskTexts.secret} />;
  return (
    <div className="grid max-w-120 gap-5">
      <Notice tone="success">{supportDeskTexts.secretOnce}</Notice>
      <Facts facts={{ [supportDeskTexts.secretTitle(added.passkey.name)]: secret }} />
      <Button onClick={() => setAdded(null)}>{supportDeskTexts.secretKept}</Button>
    </div>
  );
}

function PasskeyForm({ onAdded }: { onAdded: (added: Added) => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ defaultValues: { name: '', reason: '' } });
  const adding = useAct(routes.addPasskey, () => forget(queryClient, routes.listPasskeys));

  const submit = form.handleSubmit(({ name, reason }) =>
    adding.run({ body: { name: name.trim(), reason: reason.trim() } }).then(onAdded, () => undefined),
  );

  return (
    <form
      className="grid max-w-120 gap-5 wide:max-w-200 wide:grid-cols-2 wide:items-start [&_textarea]:min-h-18 wide:[&>[role=alert]]:col-span-full wide:[&>button]:col-span-full wide:[&>button]:justify-self-start"
      onSubmit={submit}
      noValidate
    >
      <TextField
        label={supportDeskTexts.passkeyName}
        hint={supportDeskTexts.passkeyNameHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'name', { validate: passkeyNameProblem })}
      />
      <TextField
        label={supportTexts.reason}
        autoComplete="off"
        {...fieldOf(form, 'reason', { validate: reasonProblem })}
      />
      {adding.error ? <Notice tone="danger">{messageOf(adding.error, supportDeskTexts.addFailed)}</Notice> : null}
      <Button type="submit" variant="primary" busy={adding.busy}>
        {adding.busy ? supportDeskTexts.adding : supportDeskTexts.addPasskey}
      </Button>
    </form>
  );
}
