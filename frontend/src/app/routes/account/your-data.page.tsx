import { AccountExport, accountRoutes, requestOf, urlOf } from '@candid/contracts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { callWithPassword, fetchWithSession, toApiError } from '../../../lib/api/call';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { deviceStorage } from '../../../lib/outbox/outbox';
import { sessionStore } from '../../../lib/session/session-store';
import { useUserId } from '../../../lib/session/use-session';
import { accountTexts } from '../../../lib/texts/account';
import { yourDataTexts } from '../../../lib/texts/your-data';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button } from '../../../ui/button/button';
import { saveFile } from '../../../ui/dom/dom';
import { Notice } from '../../../ui/notice/notice';
import { Sheet } from '../../../ui/sheet/sheet';
import { fieldOf } from '../../../ui/text-field/field-of';
import { PasswordField } from '../../../ui/text-field/text-field';
import { HeadedScreen } from '../../shell/headed-screen';
import { Card, cardsClass } from './account-card';

export default function YourDataPage() {
  return (
    <HeadedScreen title={accountTexts.yourData} backTo="/account" lead={yourDataTexts.lead}>
      <div className={cardsClass}>
        <Card title={yourDataTexts.exportTitle} lead={yourDataTexts.exportLead}>
          <ExportAccount />
        </Card>
        <Card title={yourDataTexts.deleteTitle} lead={yourDataTexts.deleteLead}>
          <DeleteAccount />
        </Card>
      </div>
    </HeadedScreen>
  );
}

const pointsClass =
  "grid gap-1 text-ink-soft [&_li]:relative [&_li]:pl-5 [&_li::before]:absolute [&_li::before]:top-[0.62em] [&_li::before]:left-1 [&_li::before]:size-1.5 [&_li::before]:rounded-full [&_li::before]:bg-line-strong [&_li::before]:content-['']";

/** Calls `onBytes` with the bytes received so far. Throws `ApiError` OFFLINE if the stream breaks off. */
async function exportAccount(onBytes: (bytes: number) => void) {
  const route = accountRoutes.exportAccount;
  const ask = (token?: string) =>
    fetch(urlOf(route, {}), { ...requestOf(route, {}, token), credentials: 'same-origin' }).catch(() => {
      throw ApiError.offline();
    });
  const response = await fetchWithSession(ask);
  if (!response.ok) throw await toApiError(response, await response.json().catch(() => undefined));
  const text = await textOf(response, onBytes);
  if (!isWhole(text)) throw ApiError.offline();
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? 'candid-export.json', content: new Blob([text], { type: 'application/json' }) };
}

async function textOf(response: Response, onBytes: (bytes: number) => void): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    text += decoder.decode(part.value, { stream: true });
    onBytes(bytes);
  }
  return text + decoder.decode();
}

function isWhole(text: string): boolean {
  try {
    return AccountExport.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function ExportAccount() {
  const [bytes, setBytes] = useState(0);
  const exporting = useMutation({
    mutationFn: () => exportAccount(setBytes),
    onMutate: () => setBytes(0),
    onSuccess: ({ name, content }) => saveFile(name, content),
    retry: false,
  });
  return (
    <>
      <ul className={pointsClass}>
        {yourDataTexts.exportContains.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <p className="text-14 text-ink-soft">{yourDataTexts.exportNote}</p>
      <Button block icon={<Download />} busy={exporting.isPending} onClick={() => exporting.mutate()}>
        {exporting.isPending ? yourDataTexts.exporting : yourDataTexts.export}
      </Button>
      <div role="status" className="text-14 text-ink-soft tabular-nums empty:hidden">
        {exporting.isPending && bytes > 0 && yourDataTexts.exported(bytes)}
        {exporting.isSuccess && yourDataTexts.exportDone(exporting.data.name)}
      </div>
      {exporting.isError && <Notice tone="danger">{messageOf(exporting.error, yourDataTexts.exportFailed)}</Notice>}
    </>
  );
}

/** Explains the deletion and asks for the password, because access to an unattended phone must not be enough. */
function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button block onClick={() => setOpen(true)}>
        {yourDataTexts.delete}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={yourDataTexts.deleteQuestion}
        description={yourDataTexts.deleteFinal}
      >
        <ul className={pointsClass}>
          {yourDataTexts.deleteConsequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
        <DeleteForm onKeep={() => setOpen(false)} />
      </Sheet>
    </>
  );
}

function DeleteForm({ onKeep }: { onKeep: () => void }) {
  const navigate = useNavigate();
  const userId = useUserId();
  const email = useCurrentUser().data?.email ?? '';
  const form = useForm({ defaultValues: { password: '' } });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await deleteAccount(userId, password);
      // If the session ended before the answer, `SessionGuard` has redirected to the log-in, so redirect again.
      navigate('/landing', { replace: true });
    } catch (error) {
      const wrong = error instanceof ApiError && error.status === 401;
      if (wrong) form.resetField('password');
      form.setError('password', { message: messageOf(error, yourDataTexts.deleteFailed) }, { shouldFocus: true });
    }
  });

  return (
    <form className="mt-5 grid gap-4" onSubmit={submit} noValidate>
      {/* The hidden user name lets a password manager find the right entry. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label={yourDataTexts.deletePassword}
        autoComplete="current-password"
        {...fieldOf(form, 'password', { required: yourDataTexts.deletePasswordMissing })}
      />
      <Button type="submit" block variant="danger" busy={isSubmitting}>
        {isSubmitting ? yourDataTexts.deleting : yourDataTexts.deleteForGood}
      </Button>
      <Button block disabled={isSubmitting} onClick={onKeep}>
        {yourDataTexts.deleteKeep}
      </Button>
    </form>
  );
}

async function deleteAccount(userId: string, password: string): Promise<void> {
  const { deletionDate } = await callWithPassword(accountRoutes.deleteAccount, { body: { password } });
  // The account is deleted even if this browser cannot clear its storage.
  await forgetUnsent(userId).catch(() => undefined);
  sessionStore.forgetPerson(userId, deletionDate);
}

/** Removes the person's unsent submissions from this device, because nobody can send them without the account. */
async function forgetUnsent(userId: string): Promise<void> {
  const storage = deviceStorage();
  const own = (await storage.all()).filter((entry) => entry.userId === userId);
  await Promise.all(own.map((entry) => storage.remove(entry.idempotencyKey)));
}
