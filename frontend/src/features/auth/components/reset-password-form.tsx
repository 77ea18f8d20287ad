import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, hasCode } from '../../../lib/api/errors';
import { type ResetPasswordFields, resetPasswordProblems } from '../../../lib/forms/reset-password';
import { rulesResolver } from '../../../lib/forms/rules-resolver';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { PasswordField } from '../../../ui/text-field/password-field';
import { resetPassword } from '../api/password-reset-calls';
import styles from './auth-frame.module.css';

interface ResetPasswordFormProps {
  token: string;
  onDone: () => void;
  onLinkInvalid: () => void;
}

export function ResetPasswordForm({ token, onDone, onLinkInvalid }: ResetPasswordFormProps) {
  const form = useForm<ResetPasswordFields>({
    defaultValues: { password: '', confirmation: '' },
    resolver: rulesResolver(resetPasswordProblems),
  });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    setProblem(null);
    try {
      await resetPassword(token, password);
      onDone();
    } catch (error) {
      if (hasCode(error, 'RESET_TOKEN_INVALID')) onLinkInvalid();
      else setProblem(failureOf(error));
    }
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordField
        label={authTexts.newPassword}
        autoComplete="new-password"
        hint={authTexts.resetPasswordHint}
        error={errors.password?.message}
        {...form.register('password', { deps: ['confirmation'] })}
      />
      <PasswordField
        label={authTexts.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmation?.message}
        {...form.register('confirmation')}
      />
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" block busy={isSubmitting}>
          {isSubmitting ? authTexts.resetting : authTexts.resetPassword}
        </Button>
      </div>
    </form>
  );
}

/** "… later" where the fault is not in what was sent. */
function failureOf(error: unknown): string {
  const sent = error instanceof ApiError && error.status >= 400 && error.status < 429;
  return sent ? authTexts.resetFailed : authTexts.resetFailedForNow;
}
