import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/errors';
import { isEmail } from '../../../lib/forms/email';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { TextField } from '../../../ui/text-field/text-field';
import { requestResetLink } from '../api/password-reset-calls';
import styles from './auth-frame.module.css';

export function ResetRequestForm() {
  const [email, setEmail] = useState('');
  const [fieldProblem, setFieldProblem] = useState<string>();
  const [outcome, setOutcome] = useState<{ done: boolean; text: string } | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setOutcome(null);
    const valid = isEmail(email.trim());
    setFieldProblem(valid ? undefined : authTexts.invalidEmail);
    if (!valid) return;
    setBusy(true);
    try {
      await requestResetLink(email.trim());
      setOutcome({ done: true, text: authTexts.resetRequested });
    } catch (error) {
      const limited = error instanceof ApiError && error.status === 429;
      setOutcome({ done: false, text: limited ? error.message : authTexts.resetRequestFailed });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={authTexts.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        placeholder={authTexts.emailPlaceholder}
        value={email}
        error={fieldProblem}
        onChange={(event) => setEmail(event.target.value)}
      />
      {outcome && <Notice tone={outcome.done ? 'success' : 'danger'}>{outcome.text}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" block busy={busy}>
          {busy ? authTexts.sendingResetLink : authTexts.sendResetLink}
        </Button>
      </div>
    </form>
  );
}
