import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../../lib/api/errors';
import { isEmail } from '../../../lib/forms/email';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { type Outcome, OutcomeNotice } from '../../../ui/notice/outcome-notice';
import { TextField } from '../../../ui/text-field/text-field';
import { requestResetLink } from '../api/password-reset-calls';
import styles from './auth-frame.module.css';

export function ResetRequestForm() {
  const form = useForm({ defaultValues: { email: '' } });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(
    async ({ email }) => {
      setOutcome(null);
      try {
        await requestResetLink(email.trim());
        setOutcome({ done: true, text: authTexts.resetRequested });
      } catch (error) {
        const limited = error instanceof ApiError && error.status === 429;
        setOutcome({ done: false, text: limited ? error.message : authTexts.resetRequestFailed });
      }
    },
    () => setOutcome(null),
  );

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={authTexts.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        placeholder={authTexts.emailPlaceholder}
        error={errors.email?.message}
        {...form.register('email', { validate: (email) => isEmail(email.trim()) || authTexts.invalidEmail })}
      />
      <OutcomeNotice outcome={outcome} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" block busy={isSubmitting}>
          {isSubmitting ? authTexts.sendingResetLink : authTexts.sendResetLink}
        </Button>
      </div>
    </form>
  );
}
