import { missingFromResetPassword } from '@candid/contracts';
import { type FormEvent, useState } from 'react';
import { hasCode, messageOf } from '../../../lib/api/errors';
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
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [problems, setProblems] = useState<{ password?: string; confirmation?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = missingFromResetPassword(password);
    const found = {
      password: missing.length > 0 ? authTexts.resetWeak(missing) : undefined,
      confirmation: password === confirmation ? undefined : authTexts.resetMismatch,
    };
    setProblems(found);
    if (found.password || found.confirmation) return;
    setBusy(true);
    try {
      await resetPassword(token, password);
      onDone();
    } catch (error) {
      if (hasCode(error, 'RESET_TOKEN_INVALID')) onLinkInvalid();
      else setProblems({ form: messageOf(error, authTexts.resetFailed) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordField
        label={authTexts.newPassword}
        autoComplete="new-password"
        value={password}
        error={problems.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={authTexts.confirmPassword}
        autoComplete="new-password"
        value={confirmation}
        error={problems.confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      {problems.form && <Notice tone="danger">{problems.form}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" block busy={busy}>
          {authTexts.resetPassword}
        </Button>
      </div>
    </form>
  );
}
