import { missingFromSignUpPassword, PASSWORD_LENGTH_MAX } from '@candid/contracts';
import { useContext, useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { AuthFrame, actionsClass } from '../../../features/auth/components/auth-frame';
import LanguageLinks from '../../../features/auth/components/language-links';
import { isEmail, rulesResolver } from '../../../features/auth/form-rules';
import { fetchAuthCallsAhead, loadAuthCalls } from '../../../features/auth/load-auth-calls';
import { useSendAgain } from '../../../features/auth/use-send-again';
import { hasCode, messageOf } from '../../../lib/api/errors';
import { sessionStore } from '../../../lib/session/session-store';
import { authTexts } from '../../../lib/texts/auth';
import { legalNames } from '../../../lib/texts/common';
import { Button } from '../../../ui/button/button';
import { Checkbox } from '../../../ui/checkbox/checkbox';
import { OutcomeNotice, useOutcome } from '../../../ui/notice/outcome-notice';
import { fieldOf } from '../../../ui/text-field/field-of';
import { PasswordField, TextField } from '../../../ui/text-field/text-field';
import { PreloadContext } from '../../lazy-page';
import { Screen } from '../../shell/screen';

const welcomeMs = 1_500;
/** Time to read the text about the missing welcome tokens. */
const withoutWelcomeMs = 6_000;

export default function SignUpPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [created, setCreated] = useState<NewSession | null>(null);
  const [arrivedAs] = useState(sessionStore.current);
  const emailFromLink = useEmailFromLink();
  const preload = useContext(PreloadContext);

  useEffect(() => {
    if (!created) return;
    const { hasWelcomeGrant, ...session } = created;
    sessionStore.signIn(session);
    void preload('/profile');
    const readingMs = hasWelcomeGrant ? welcomeMs : withoutWelcomeMs;
    const timer = setTimeout(() => navigate('/profile', { replace: true }), readingMs);
    return () => clearTimeout(timer);
  }, [created, navigate, preload]);

  if (arrivedAs.session) return <Navigate to="/profile" replace />;
  return (
    <Screen title={authTexts.signUp} width="pairs">
      <AuthFrame
        title={authTexts.signUp}
        lead={authTexts.signUpLead}
        footer={
          <>
            <span>
              {authTexts.haveAccount} <Link to="/login">{authTexts.logInLink}</Link>
            </span>
            <LanguageLinks />
          </>
        }
      >
        <SignUpForm codeFromLink={search.get('code')} emailFromLink={emailFromLink} onSignedUp={setCreated} />
      </AuthFrame>
    </Screen>
  );
}

/** Moves the address from the link's fragment into the state of the history entry, so that no address shows it. */
function useEmailFromLink(): string | undefined {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const email = new URLSearchParams(hash.slice(1)).get('email') ?? (state as { email?: string } | null)?.email;
  useEffect(() => {
    if (hash) navigate({ search }, { replace: true, state: { email } });
  }, [hash, search, email, navigate]);
  return email;
}

const smallClass =
  'text-14 text-ink-soft wide:[.auth-frame-pairs>.auth-frame-actions+&]:self-center [a&]:inline-flex [a&]:min-h-target-small [a&]:items-center';

interface NewSession {
  readonly token: string;
  readonly userId: string;
  /** False if another account with the same mailbox has received the welcome tokens. */
  readonly hasWelcomeGrant: boolean;
}

interface SignUpFormProps {
  codeFromLink: string | null;
  emailFromLink?: string | undefined;
  onSignedUp: (account: NewSession) => void;
}

export function SignUpForm({ codeFromLink, emailFromLink = '', onSignedUp }: SignUpFormProps) {
  // The code of a link works for one address only, so a mistyped address is refused without a confirmation.
  const problemsOf = (fields: SignUpFields) =>
    signUpProblems(codeFromLink ? { ...fields, confirmEmail: fields.email } : fields);
  const form = useForm<SignUpFields>({
    mode: 'onTouched',
    defaultValues: {
      email: emailFromLink,
      confirmEmail: '',
      password: '',
      confirmPassword: '',
      phoneNumber: '',
      signupCode: codeFromLink ?? '',
      confirmAdult: false,
    },
    resolver: rulesResolver(problemsOf),
  });
  useEffect(fetchAuthCallsAhead, []);
  const [outcome, setOutcome] = useOutcome(form);
  const [codeRefused, setCodeRefused] = useState(false);
  const missing = (Object.keys(problemsOf(form.watch())) as Field[]).map((name) => fieldNames[name]).join(', ');
  const { isSubmitting } = form.formState;
  const locked = isSubmitting || outcome?.done === true;

  // Checks a confirmation field only after the person has left it or submitted: an earlier error would move the form.
  const recheck = (field: 'confirmEmail' | 'confirmPassword') => {
    if (form.formState.isSubmitted || form.getFieldState(field).isTouched) void form.trigger(field);
  };

  useEffect(() => {
    if (codeFromLink) form.setValue('signupCode', codeFromLink);
  }, [codeFromLink, form]);

  const submit = form.handleSubmit(
    async (fields) => {
      setOutcome(null);
      try {
        const account = await (await loadAuthCalls()).signUp(fields);
        const text = account.hasWelcomeGrant ? authTexts.signedUp : authTexts.signedUpWithoutWelcome;
        setOutcome({ done: true, text });
        onSignedUp(account);
      } catch (error) {
        const message = messageOf(error, '');
        if (message && !hasCode(error, 'SIGNUP_CODE_INVALID')) return setOutcome({ done: false, text: message });
        // The code may be the cause of an error without a message.
        setCodeRefused(true);
        form.setError('signupCode', { message: message || authTexts.codeAdvice });
        if (!message) setOutcome({ done: false, text: authTexts.signUpFailed });
      }
    },
    () => setOutcome({ done: false, text: authTexts.correctErrors }),
  );

  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <fieldset
        className="auth-frame-pairs grid gap-4 wide:grid-cols-2 wide:items-start wide:gap-x-6"
        disabled={locked}
      >
        <div className={codeFromLink ? 'wide:col-span-full' : undefined}>
          <TextField
            label={authTexts.email}
            type="email"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="username"
            {...fieldOf(form, 'email', { onChange: () => recheck('confirmEmail') })}
          />
        </div>
        {!codeFromLink && (
          <TextField
            label={authTexts.confirmEmail}
            type="email"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            {...fieldOf(form, 'confirmEmail')}
          />
        )}
        <PasswordField
          label={authTexts.password}
          autoComplete="new-password"
          hint={authTexts.passwordHint}
          {...fieldOf(form, 'password', { onChange: () => recheck('confirmPassword') })}
        />
        <PasswordField
          label={authTexts.confirmPassword}
          autoComplete="new-password"
          {...fieldOf(form, 'confirmPassword')}
        />
        <TextField
          label={authTexts.phone}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          hint={authTexts.phoneHint}
          {...form.register('phoneNumber')}
        />
        {codeFromLink && !codeRefused ? (
          <p className={smallClass}>{authTexts.codeFromLink}</p>
        ) : (
          <SignUpCodeField form={form} refused={codeRefused} />
        )}
        <div className="wide:col-span-full">
          <Checkbox label={authTexts.adult} {...fieldOf(form, 'confirmAdult')} />
        </div>
      </fieldset>
      <OutcomeNotice outcome={outcome} />
      <div className="auth-frame-pairs grid gap-4 wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div className={actionsClass}>
          <Button type="submit" variant="primary" block busy={isSubmitting} disabled={locked} unready={missing !== ''}>
            {isSubmitting ? authTexts.signingUp : authTexts.signUp}
          </Button>
          {missing && <p className="text-14 text-ink-soft">{authTexts.stillMissing(missing)}</p>}
        </div>
        <p className={smallClass}>
          {authTexts.agreeBefore} <Link to="/terms-of-service">{legalNames.terms}</Link>
          {authTexts.agreeComma} <Link to="/guidelines">{legalNames.guidelines}</Link> {authTexts.agreeBetween}{' '}
          <Link to="/privacy-policy">{legalNames.privacy}</Link>
          {authTexts.agreeAfter}
        </p>
      </div>
    </form>
  );
}

interface SignUpCodeFieldProps {
  form: UseFormReturn<SignUpFields>;
  /** True if the server has refused a code, or may have; the field then offers to request a new one. */
  refused: boolean;
}

function SignUpCodeField({ form, refused }: SignUpCodeFieldProps) {
  const { isSubmitting } = form.formState;
  const [outcome, setOutcome] = useOutcome(form);
  const [sending, setSending] = useState(false);
  const again = useSendAgain(form.watch('email').trim(), authTexts.requestNewCode);

  // A disabled field takes no focus, so the effect waits until the submission has ended.
  useEffect(() => {
    if (refused && !isSubmitting) form.setFocus('signupCode', { shouldSelect: true });
  }, [refused, isSubmitting, form]);

  const requestNew = async () => {
    if (again.waits) return;
    const email = form.getValues('email').trim();
    if (!isEmail(email)) return void form.trigger('email', { shouldFocus: true });
    setSending(true);
    setOutcome(null);
    try {
      await (await loadAuthCalls()).requestSignUpCode(email);
      form.resetField('signupCode', { defaultValue: '' });
      setOutcome({ done: true, text: authTexts.newCodeOnItsWay(email) });
      again.onSent();
    } catch (error) {
      setOutcome({ done: false, text: messageOf(error, authTexts.codeFailed) });
    } finally {
      setSending(false);
    }
  };

  return (
    <div className="grid content-start justify-items-start gap-2 [&>:first-child]:justify-self-stretch">
      <TextField
        label={authTexts.code}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        hint={authTexts.codeHint}
        {...fieldOf(form, 'signupCode')}
      />
      {refused ? (
        <>
          <Button size="s" busy={sending} unready={again.waits} onClick={requestNew}>
            {sending ? authTexts.requestingCode : again.label}
          </Button>
          <OutcomeNotice outcome={outcome} />
        </>
      ) : (
        <Link to="/landing" className={smallClass}>
          {authTexts.noCode}
        </Link>
      )}
    </div>
  );
}

export interface SignUpFields {
  email: string;
  confirmEmail: string;
  password: string;
  confirmPassword: string;
  phoneNumber: string;
  signupCode: string;
  confirmAdult: boolean;
}

type Field = Exclude<keyof SignUpFields, 'phoneNumber'>;

const fieldNames: Readonly<Record<Field, string>> = { ...authTexts, signupCode: authTexts.code };

export function signUpProblems(fields: SignUpFields): Partial<Record<Field, string>> {
  const problems: ReturnType<typeof signUpProblems> = {};
  if (!isEmail(fields.email)) problems.email = authTexts.invalidEmail;
  if (fields.confirmEmail !== fields.email) problems.confirmEmail = authTexts.emailMismatch;
  if (missingFromSignUpPassword(fields.password).length > 0 || fields.password.length > PASSWORD_LENGTH_MAX) {
    problems.password = authTexts.weakPassword;
  }
  if (fields.confirmPassword !== fields.password) problems.confirmPassword = authTexts.passwordMismatch;
  if (fields.signupCode.trim() === '') problems.signupCode = authTexts.codeMissing;
  if (!fields.confirmAdult) problems.confirmAdult = authTexts.adultMissing;
  return problems;
}
