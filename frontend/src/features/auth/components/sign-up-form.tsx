import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../lib/api/errors';
import { rulesResolver } from '../../../lib/forms/rules-resolver';
import { type SignUpFields, signUpProblems } from '../../../lib/forms/sign-up';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { Checkbox } from '../../../ui/checkbox/checkbox';
import { classNames } from '../../../ui/class-names/class-names';
import { type Outcome, OutcomeNotice } from '../../../ui/notice/outcome-notice';
import { PasswordField } from '../../../ui/text-field/password-field';
import { TextField } from '../../../ui/text-field/text-field';
import { fetchAuthCallsAhead, loadAuthCalls } from '../api/load-auth-calls';
import styles from './auth-frame.module.css';
import { SignUpLegal } from './sign-up-legal';

interface SignUpFormProps {
  /** From the e-mail's link; the field is then hidden. */
  codeFromLink: string | null;
  onSignedUp: (session: { token: string; userId: string }) => void;
}

export function SignUpForm({ codeFromLink, onSignedUp }: SignUpFormProps) {
  const form = useForm<SignUpFields>({
    mode: 'onTouched',
    defaultValues: {
      email: '',
      confirmEmail: '',
      password: '',
      confirmPassword: '',
      phoneNumber: '',
      signupCode: codeFromLink ?? '',
      confirmAdult: false,
    },
    resolver: rulesResolver(signUpProblems),
  });
  useEffect(fetchAuthCallsAhead, []);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const values = form.watch();
  const valid = useMemo(() => Object.keys(signUpProblems(values)).length === 0, [values]);
  const { errors, isSubmitting } = form.formState;
  const locked = isSubmitting || outcome?.done === true;

  // A confirmation is held against its field only once the person has been there: an error that comes early moves the form.
  const recheck = (field: 'confirmEmail' | 'confirmPassword') => {
    if (form.getFieldState(field).isTouched) void form.trigger(field);
  };

  useEffect(() => {
    if (codeFromLink) form.setValue('signupCode', codeFromLink);
  }, [codeFromLink, form]);

  const submit = form.handleSubmit(
    async (fields) => {
      setOutcome(null);
      try {
        const session = await (await loadAuthCalls()).signUp(fields);
        setOutcome({ done: true, text: authTexts.signedUp });
        onSignedUp(session);
      } catch (error) {
        setOutcome({ done: false, text: messageOf(error, authTexts.signUpFailed) });
      }
    },
    () => setOutcome({ done: false, text: authTexts.correctErrors }),
  );

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <fieldset className={classNames(styles.form, styles.pairs)} disabled={locked}>
        <TextField
          label={authTexts.email}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email', { onChange: () => recheck('confirmEmail') })}
        />
        <TextField
          label={authTexts.confirmEmail}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          error={errors.confirmEmail?.message}
          {...form.register('confirmEmail')}
        />
        <PasswordField
          label={authTexts.password}
          autoComplete="new-password"
          hint={authTexts.passwordHint}
          error={errors.password?.message}
          {...form.register('password', { onChange: () => recheck('confirmPassword') })}
        />
        <PasswordField
          label={authTexts.confirmPassword}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword')}
        />
        <TextField
          label={authTexts.phone}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          {...form.register('phoneNumber')}
        />
        {!codeFromLink && (
          <div>
            <TextField
              label={authTexts.code}
              autoComplete="one-time-code"
              hint={authTexts.codeHint}
              error={errors.signupCode?.message}
              {...form.register('signupCode')}
            />
            <Link to="/landing" className={styles.small}>
              {authTexts.noCode}
            </Link>
          </div>
        )}
        <div className={styles.whole}>
          <Checkbox label={authTexts.adult} error={errors.confirmAdult?.message} {...form.register('confirmAdult')} />
        </div>
      </fieldset>
      <OutcomeNotice outcome={outcome} />
      <div className={classNames(styles.form, styles.pairs)}>
        <div className={styles.actions}>
          <Button type="submit" variant="primary" block busy={isSubmitting} disabled={locked} unready={!valid}>
            {isSubmitting ? authTexts.signingUp : authTexts.signUp}
          </Button>
        </div>
        <SignUpLegal />
      </div>
    </form>
  );
}
