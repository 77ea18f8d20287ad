import type { Language } from '@candid/contracts';
import { useContext, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { AuthFrame, actionsClass } from '../../../features/auth/components/auth-frame';
import LanguageLinks from '../../../features/auth/components/language-links';
import { fetchAuthCallsAhead, loadAuthCalls } from '../../../features/auth/load-auth-calls';
import { hasCode, messageOf } from '../../../lib/api/errors';
import { pageLanguage } from '../../../lib/language/languages';
import { sessionStore } from '../../../lib/session/session-store';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { useOutcome } from '../../../ui/notice/outcome-notice';
import { fieldOf } from '../../../ui/text-field/field-of';
import { CodeField, PasswordField, TextField } from '../../../ui/text-field/text-field';
import { PreloadContext } from '../../lazy-page';
import { Screen } from '../../shell/screen';

export default function LogInPage() {
  const navigate = useNavigate();
  const from = (useLocation().state as { from?: string } | null)?.from;
  const [arrivedAs] = useState(sessionStore.current);
  const preload = useContext(PreloadContext);
  if (arrivedAs.session) return <Navigate to="/" replace />;

  const enter = async ({ home, language, ...session }: LoggedIn) => {
    sessionStore.signIn(session);
    const path = from ?? home;
    if (language !== null && language !== pageLanguage && (await openIn(language, path))) return;
    await preload(path);
    navigate(path, { replace: true });
  };

  return (
    <Screen title={authTexts.logInTitle} width="form">
      <AuthFrame
        title={authTexts.logInTitle}
        narrow
        footer={
          <>
            <Link to="/signup">{authTexts.notJoined}</Link>
            <LanguageLinks />
          </>
        }
      >
        {arrivedAs.ended === 'expired' && <Notice>{authTexts.sessionEnded}</Notice>}
        <LogInForm onLoggedIn={enter} />
      </AuthFrame>
    </Screen>
  );
}

/**
 * Loads the page at `path` in the language that the person chose, maybe on another device. Only a log-in does this, so
 * a browser that refuses the cookie does not load it again and again. Returns false if the code for it does not load.
 */
async function openIn(language: Language, path: string): Promise<boolean> {
  const module = await import('../../../lib/language/take-language').catch(() => undefined);
  await module?.takeLanguage(language, () => location.replace(location.origin + path));
  return module !== undefined;
}

interface LoggedIn {
  token: string;
  userId: string;
  /** The language that the account has for its mails; null if it has none. */
  language: Language | null;
  /** The first page of the account. */
  home: string;
}

/** Stays busy until `onLoggedIn` resolves. */
export function LogInForm({ onLoggedIn }: { onLoggedIn: (loggedIn: LoggedIn) => Promise<void> }) {
  const form = useForm<LogInFields>({ defaultValues: { email: '', password: '' } });
  const [outcome, setOutcome] = useOutcome(form);
  const [asksCode, setAsksCode] = useState(false);
  const { isSubmitting } = form.formState;

  useEffect(fetchAuthCallsAhead, []);

  const logIn = async ({ email, password }: LogInFields, secondFactor?: string) => {
    const { logIn: send } = await loadAuthCalls();
    await onLoggedIn(await send({ email: email.trim(), password, ...(secondFactor && { secondFactor }) }));
  };

  const submit = form.handleSubmit(async (fields) => {
    setOutcome(null);
    try {
      await logIn(fields);
    } catch (error) {
      if (hasCode(error, 'SECOND_FACTOR_REQUIRED')) return setAsksCode(true);
      const suspended = refusalOf(error);
      if (suspended) return setOutcome({ done: false, text: suspended });
      const advice = hasCode(error, 'UNAUTHENTICATED') ? authTexts.logInAdvice : messageOf(error);
      setOutcome({ done: false, text: authTexts.logInFailed, advice });
    }
  });

  if (asksCode) {
    const startAgain = () => {
      form.reset();
      setAsksCode(false);
    };
    return <SecondFactorForm onCode={(code) => logIn(form.getValues(), code)} onBack={startAgain} />;
  }

  return (
    <form className="grid w-full max-w-87.5 gap-4" onSubmit={submit} noValidate>
      <TextField
        label={authTexts.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        placeholder={authTexts.emailPlaceholder}
        {...fieldOf(form, 'email', { validate: (email) => email.trim() !== '' || authTexts.emailMissing })}
      />
      <PasswordField
        label={authTexts.password}
        autoComplete="current-password"
        placeholder={authTexts.passwordPlaceholder}
        {...fieldOf(form, 'password', { required: authTexts.passwordMissing })}
      />
      {outcome && (
        <Notice tone="danger">
          <p className="font-medium">{outcome.text}</p>
          {outcome.advice && <p>{outcome.advice}</p>}
        </Notice>
      )}
      <div className={actionsClass}>
        <Button type="submit" variant="primary" block busy={isSubmitting}>
          {isSubmitting ? authTexts.submitting : authTexts.submit}
        </Button>
      </div>
      <Link to="/reset-password" className="inline-flex min-h-target-small items-center justify-self-center">
        {authTexts.forgotPassword}
      </Link>
    </form>
  );
}

interface SecondFactorFormProps {
  /** Sends the code. Rejects with the server's error if the code is refused. */
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
}

function SecondFactorForm({ onCode, onBack }: SecondFactorFormProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const [isRecovery, setRecovery] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { isSubmitting } = form.formState;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the input depends on `isRecovery`
  useEffect(() => form.setFocus('code'), [form, isRecovery]);

  const submit = form.handleSubmit(async ({ code }) => {
    setProblem(null);
    try {
      if (code.trim() === '') throw new Error();
      await onCode(code.trim());
    } catch (error) {
      setProblem(
        refusalOf(error) ?? messageOf(error, code.trim() === '' ? authTexts.codeOfAppMissing : authTexts.logInFailed),
      );
      form.reset();
      form.setFocus('code');
    }
  });

  const change = () => {
    setRecovery(!isRecovery);
    setProblem(null);
    form.reset();
  };

  return (
    <form className="grid w-full max-w-87.5 gap-4" onSubmit={submit} noValidate>
      <p className="text-ink-soft">{isRecovery ? authTexts.recoveryCodeLead : authTexts.codeOfAppLead}</p>
      <CodeField
        key={String(isRecovery)}
        takes={isRecovery ? 'letters-too' : 'digits'}
        label={isRecovery ? authTexts.recoveryCode : authTexts.codeOfApp}
        error={problem ?? undefined}
        {...form.register('code', { onChange: () => setProblem(null) })}
      />
      <div className={actionsClass}>
        <Button type="submit" variant="primary" block busy={isSubmitting}>
          {isSubmitting ? authTexts.submitting : authTexts.submit}
        </Button>
        <Button variant="quiet" block onClick={change}>
          {isRecovery ? authTexts.useCodeOfApp : authTexts.useRecoveryCode}
        </Button>
        <Button variant="quiet" block onClick={onBack}>
          {authTexts.otherAccount}
        </Button>
      </div>
      {isRecovery && (
        <Link to="/feedback" className="inline-flex min-h-target-small items-center justify-self-center">
          {authTexts.lostAllCodes}
        </Link>
      )}
    </form>
  );
}

/** Returns the message for a suspended account, which says how to appeal; null for any other error. */
function refusalOf(error: unknown): string | null {
  if (!hasCode(error, 'ACCOUNT_SUSPENDED')) return null;
  return `${messageOf(error)} ${authTexts.suspendedAppeal}`;
}

interface LogInFields {
  email: string;
  password: string;
}
