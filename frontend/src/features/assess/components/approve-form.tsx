import { identityRoutes } from '@candid/contracts';
import { useForm } from 'react-hook-form';
import { ApiError, hasCode, messageOf } from '../../../lib/api/errors';
import { useAct } from '../../../lib/query/use-act';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { PasswordField } from '../../../ui/text-field/password-field';

export function ApproveForm({ onApproved }: { onApproved: (assessorToken: string) => void }) {
  const form = useForm({ defaultValues: { passkey: '' } });
  const approving = useAct(identityRoutes.approveAssessor);

  const submit = form.handleSubmit(async ({ passkey }) => {
    try {
      const { assessorToken } = await approving.run({ body: { passkey: passkey.trim() } });
      onApproved(assessorToken);
    } catch (error) {
      form.setValue('passkey', '');
      const wrong = hasCode(error, 'PASSKEY_INCORRECT') || (error instanceof ApiError && error.status === 403);
      const message = wrong ? authTexts.passkeyWrong : messageOf(error);
      form.setError('passkey', { message }, { shouldFocus: true });
    }
  });

  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
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
