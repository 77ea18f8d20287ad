import { identitySupportRoutes as routes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Answer } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { useAct } from '../../../lib/query/use-act';
import { forget } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { type Column, DataTable } from '../../../shared/console/data-table';
import { Copyable } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { Disclosure } from '../../../ui/disclosure/disclosure';
import { saveFile } from '../../../ui/dom/dom';
import { Notice } from '../../../ui/notice/notice';
import { TextField } from '../../../ui/text-field/text-field';
import { toastStore } from '../../../ui/toast/toast-store';
import { batchCountProblem, batchDaysProblem, batchNameProblem, reasonProblem } from '../form-rules';

const formClass = 'grid max-w-120 gap-5 [&_textarea]:min-h-18';

/** Only this answer contains the secrets. */
type MadeBatch = Answer<typeof routes.addPasskeyBatch>;

interface Values {
  name: string;
  count: string;
  validDays: string;
  reason: string;
}

/** The secrets exist only on this screen, until somebody has stored them. Closing the form does not remove them. */
export function AddPasskeyBatch() {
  const [made, setMade] = useState<MadeBatch | null>(null);
  if (made) return <MadePasskeys made={made} onKept={() => setMade(null)} />;
  return (
    <Disclosure title={supportDeskTexts.makeBatch}>
      <BatchForm onMade={setMade} />
    </Disclosure>
  );
}

function BatchForm({ onMade }: { onMade: (made: MadeBatch) => void }) {
  const queryClient = useQueryClient();
  const form = useForm<Values>({ defaultValues: { name: '', count: '10', validDays: '30', reason: '' } });
  const [problem, setProblem] = useState<string | null>(null);
  const making = useAct(routes.addPasskeyBatch, () =>
    forget(queryClient, routes.listPasskeyBatches, routes.getPasskeyBatch),
  );

  const submit = form.handleSubmit(async ({ name, count, validDays, reason }) => {
    setProblem(null);
    try {
      const body = { name: name.trim(), count: Number(count), validDays: Number(validDays), reason: reason.trim() };
      onMade(await making.run({ body }));
    } catch (error) {
      setProblem(messageOf(error, supportDeskTexts.makeFailed));
    }
  });

  const { errors } = form.formState;
  const field = (name: keyof Values, label: string, validate: (value: string) => string | true) => (
    <TextField
      label={label}
      hint={name === 'name' ? supportDeskTexts.batchNameHint : undefined}
      inputMode={name === 'count' || name === 'validDays' ? 'numeric' : undefined}
      autoComplete="off"
      autoCapitalize={name === 'name' ? 'none' : undefined}
      spellCheck={name === 'reason'}
      error={errors[name]?.message}
      {...form.register(name, { validate })}
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
      {field('reason', supportTexts.reasonLabel, reasonProblem)}
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button type="submit" variant="primary" busy={making.busy}>
        {making.busy ? supportDeskTexts.making : supportDeskTexts.makeBatch}
      </Button>
    </form>
  );
}

type Secret = MadeBatch['secrets'][number];

function MadePasskeys({ made: { batch, secrets }, onKept }: { made: MadeBatch; onKept: () => void }) {
  const lines = secrets.map(({ name, secret }) => `${name},${secret}`).join('\r\n');
  const copyAll = async () => {
    try {
      await navigator.clipboard.writeText(secrets.map(({ secret }) => secret).join('\n'));
      toastStore.show({ text: supportDeskTexts.copiedAll });
    } catch {
      toastStore.show({ text: supportDeskTexts.secretsCopyFailed, tone: 'danger' });
    }
  };
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
