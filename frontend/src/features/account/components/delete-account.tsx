import { accountRoutes } from '@candid/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { callWithPassword } from '../../../lib/api/call';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { deviceStorage } from '../../../lib/outbox/outbox';
import { sessionStore } from '../../../lib/session/session-store';
import { useUserId } from '../../../lib/session/use-session';
import { yourDataTexts } from '../../../lib/texts/your-data';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button } from '../../../ui/button/button';
import { Sheet } from '../../../ui/sheet/sheet';
import { PasswordField } from '../../../ui/text-field/password-field';
import { pointsClass } from './account-classes';

interface DeleteAccountProps {
  onDeleted: () => void;
}

/** Says what will happen, and asks for the password: an unattended phone must not be enough. */
export function DeleteAccount({ onDeleted }: DeleteAccountProps) {
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
        <DeleteForm onDeleted={onDeleted} onKeep={() => setOpen(false)} />
      </Sheet>
    </>
  );
}

function DeleteForm({ onDeleted, onKeep }: DeleteAccountProps & { onKeep: () => void }) {
  const userId = useUserId();
  const email = useCurrentUser().data?.email ?? '';
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await deleteAccount(userId, password);
      onDeleted();
    } catch (error) {
      const wrong = error instanceof ApiError && error.status === 401;
      if (wrong) form.resetField('password');
      form.setError('password', { message: messageOf(error, yourDataTexts.deleteFailed) }, { shouldFocus: true });
    }
  });

  return (
    <form className="mt-5 grid gap-4" onSubmit={submit} noValidate>
      {/* A password manager finds the right entry by the name beside the password. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label={yourDataTexts.deletePassword}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: yourDataTexts.deletePasswordMissing })}
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

/** Deletes the account at once, together with the person's data in this browser. */
async function deleteAccount(userId: string, password: string): Promise<void> {
  const { deletionDate } = await callWithPassword(accountRoutes.deleteAccount, { body: { password } });
  // The account is deleted even if this browser cannot clear its storage.
  await forgetUnsent(userId).catch(() => undefined);
  sessionStore.forgetPerson(userId, deletionDate);
}

/** Drops unsent submissions on this device: without the account nobody can send them. */
async function forgetUnsent(userId: string): Promise<void> {
  const storage = deviceStorage();
  const own = (await storage.all()).filter((entry) => entry.userId === userId);
  await Promise.all(own.map((entry) => storage.remove(entry.idempotencyKey)));
}
