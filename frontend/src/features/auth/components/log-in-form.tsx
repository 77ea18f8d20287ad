import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { logInProblem } from '../../../lib/forms/log-in';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { PasswordField } from '../../../ui/text-field/password-field';
import { TextField } from '../../../ui/text-field/text-field';
import { loadAuthCalls } from '../api/load-auth-calls';
import styles from './auth-frame.module.css';

interface LogInFormProps {
  onLoggedIn: (session: { token: string; userId: string }) => void;
}

export function LogInForm({ onLoggedIn }: LogInFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    void loadAuthCalls();
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = logInProblem({ email, password });
    setProblem(missing);
    if (missing) return;
    setBusy(true);
    try {
      const session = await (await loadAuthCalls()).logIn({ email: email.trim(), password });
      setEmail('');
      setPassword('');
      onLoggedIn(session);
    } catch {
      setProblem(authTexts.logInFailed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.narrow}>
        <TextField
          label={authTexts.email}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          placeholder={authTexts.emailPlaceholder}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <div className={styles.narrow}>
        <PasswordField
          label={authTexts.password}
          name="password"
          autoComplete="current-password"
          placeholder={authTexts.passwordPlaceholder}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className={`${styles.actions} ${styles.narrow}`}>
        <Button type="submit" variant="primary" block busy={busy}>
          {authTexts.submit}
        </Button>
      </div>
      <Link to="/reset-password">{authTexts.forgotPassword}</Link>
    </form>
  );
}
