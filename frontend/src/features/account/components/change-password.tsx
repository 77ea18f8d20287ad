import { accountRoutes, missingFromResetPassword, PASSWORD_LENGTH_MAX } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { callWithPassword } from '../../../lib/api/call';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { useAct } from '../../../lib/query/use-act';
import { forget } from '../../../lib/query/use-read';
import { authTexts } from '../../../lib/texts/auth';
import { securityTexts as texts } from '../../../lib/texts/security';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button } from '../../../ui/button/button';
import { PasswordField } from '../../../ui/text-field/password-field';
import { toastStore } from '../../../ui/toast/toast-store';

export function ChangePassword() {
  const email = useCurrentUser().data?.email ?? '';
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '' } });
  const { errors } = form.formState;
  const queryClient = useQueryClient();
  const changed = ({ message }: { message: string }) => {
    form.reset();
    toastStore.show({ text: message });
    return forget(queryClient, accountRoutes.listSessions);
  };
  const changing = useAct(accountRoutes.changePassword, changed, callWithPassword);

  const submit = form.handleSubmit(async (passwords) => {
    try {
      await changing.run({ body: passwords });
    } catch (error) {
      const isCurrentWrong = error instanceof ApiError && error.status === 403;
      const field = isCurrentWrong ? 'currentPassword' : 'newPassword';
      form.setError(field, { message: messageOf(error, texts.changeFailed) }, { shouldFocus: true });
    }
  });

  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      {/* A password manager finds the right entry by the name beside the password. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label={texts.currentPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword', { required: texts.currentPasswordMissing })}
      />
      <PasswordField
        label={authTexts.newPassword}
        autoComplete="new-password"
        hint={authTexts.resetPasswordHint}
        error={errors.newPassword?.message}
        {...form.register('newPassword', { validate: (password) => problemOf(password) ?? true })}
      />
      <Button type="submit" block busy={changing.busy}>
        {changing.busy ? texts.changing : texts.change}
      </Button>
    </form>
  );
}

function problemOf(password: string): string | undefined {
  const missing = missingFromResetPassword(password);
  if (missing.length > 0) return authTexts.resetWeak(missing);
  return password.length > PASSWORD_LENGTH_MAX ? authTexts.passwordTooLong : undefined;
}
