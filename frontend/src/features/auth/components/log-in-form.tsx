import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { type LogInFields, logInProblem } from '../../../lib/forms/log-in';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { PasswordField } from '../../../ui/text-field/password-field';
import { TextField } from '../../../ui/text-field/text-field';
import { fetchAuthCallsAhead, loadAuthCalls } from '../api/load-auth-calls';
import styles from './auth-frame.module.css';

interface LogInFormProps {
  onLoggedIn: (session: { token: string; userId: string }) => void;
}

export function LogInForm({ onLoggedIn }: LogInFormProps) {
  const form = useForm<LogInFields>({ defaultValues: { email: '', password: '' } });
  const [problem, setProblem] = useState<string | null>(null);
  const { isSubmitting } = form.formState;

  useEffect(fetchAuthCallsAhead, []);

  const submit = form.handleSubmit(async (fields) => {
    const missing = logInProblem(fields);
    setProblem(missing?.message ?? null);
    if (missing) return form.setFocus(missing.field);
    try {
      const session = await (await loadAuthCalls()).logIn({ email: fields.email.trim(), password: fields.password });
      form.reset();
      onLoggedIn(session);
    } catch {
      setProblem(authTexts.logInFailed);
    }
  });

  return (
    <form className={`${styles.form} ${styles.narrow}`} onSubmit={submit} noValidate>
      <TextField
        label={authTexts.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        placeholder={authTexts.emailPlaceholder}
        {...form.register('email')}
      />
      <PasswordField
        label={authTexts.password}
        autoComplete="current-password"
        placeholder={authTexts.passwordPlaceholder}
        {...form.register('password')}
      />
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" block busy={isSubmitting}>
          {isSubmitting ? authTexts.submitting : authTexts.submit}
        </Button>
      </div>
      <Link to="/reset-password" className={styles.aside}>
        {authTexts.forgotPassword}
      </Link>
    </form>
  );
}
