import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { isEmail } from '../../../lib/forms/email';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { TextField } from '../../../ui/text-field/text-field';
import { loadAuthCalls } from '../api/load-auth-calls';
import styles from './auth-frame.module.css';

/** Asks for a one-time sign-up code by e-mail. */
export function CodeRequestForm() {
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
      await (await loadAuthCalls()).requestSignUpCode(email.trim());
      setOutcome({ done: true, text: authTexts.codeOnItsWay });
    } catch (error) {
      setOutcome({ done: false, text: messageOf(error, authTexts.codeFailed) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={authTexts.landingEmail}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        placeholder={authTexts.landingEmailPlaceholder}
        value={email}
        error={fieldProblem}
        onChange={(event) => setEmail(event.target.value)}
        onFocus={() => void loadAuthCalls()}
      />
      {outcome && <Notice tone={outcome.done ? 'success' : 'danger'}>{outcome.text}</Notice>}
      <Button type="submit" variant="primary" block busy={busy}>
        {busy ? authTexts.requestingCode : authTexts.requestCode}
      </Button>
    </form>
  );
}
