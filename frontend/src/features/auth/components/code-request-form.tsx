import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api/errors';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { OutcomeNotice, useOutcome } from '../../../ui/notice/outcome-notice';
import { TextField } from '../../../ui/text-field/text-field';
import { fetchAuthCallsAhead, loadAuthCalls } from '../api/load-auth-calls';
import { isEmail } from '../form-rules';
import styles from './auth-frame.module.css';

/** Asks for a one-time sign-up code by e-mail. */
export default function CodeRequestForm() {
  const form = useForm({ defaultValues: { email: '' } });
  const [outcome, setOutcome] = useOutcome(form);
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(
    async ({ email }) => {
      setOutcome(null);
      try {
        await (await loadAuthCalls()).requestSignUpCode(email.trim());
        setOutcome({ done: true, text: authTexts.codeOnItsWay });
      } catch (error) {
        setOutcome({ done: false, text: messageOf(error, authTexts.codeFailed) });
      }
    },
    () => setOutcome(null),
  );

  return (
    <form className={styles.form} onSubmit={submit} onFocus={fetchAuthCallsAhead} noValidate>
      <TextField
        label={authTexts.landingEmail}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        placeholder={authTexts.landingEmailPlaceholder}
        error={errors.email?.message}
        {...form.register('email', { validate: (email) => isEmail(email.trim()) || authTexts.invalidEmail })}
      />
      <OutcomeNotice outcome={outcome} />
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        {isSubmitting ? authTexts.requestingCode : authTexts.requestCode}
      </Button>
    </form>
  );
}
