import { identityRoutes } from '@candid/contracts';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/call';
import { ApiError, hasCode, messageOf } from '../../../lib/api/errors';
import { useAction } from '../../../lib/query/use-action';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { PasswordField } from '../../../ui/text-field/password-field';
import styles from './approve-form.module.css';

async function approveAssessor(passkey: string, idempotencyKey: string): Promise<string> {
  return (await call(identityRoutes.approveAssessor, { body: { passkey }, idempotencyKey })).assessorToken;
}

export function ApproveForm({ onApproved }: { onApproved: (assessorToken: string) => void }) {
  const form = useForm({ defaultValues: { passkey: '' } });
  const approving = useAction(approveAssessor);

  const submit = form.handleSubmit(async ({ passkey }) => {
    try {
      onApproved(await approving.run(passkey.trim()));
    } catch (error) {
      form.setValue('passkey', '');
      const wrong = hasCode(error, 'PASSKEY_INCORRECT') || (error instanceof ApiError && error.status === 403);
      const message = wrong ? authTexts.passkeyWrong : messageOf(error);
      form.setError('passkey', { message }, { shouldFocus: true });
    }
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordField
        label={authTexts.passkey}
        autoComplete="off"
        error={form.formState.errors.passkey?.message}
        {...form.register('passkey', { validate: (passkey) => passkey.trim() !== '' || authTexts.passkeyMissing })}
      />
      <Button type="submit" variant="primary" block busy={approving.busy}>
        {approving.busy ? authTexts.submitting : authTexts.submit}
      </Button>
    </form>
  );
}
