import { identityRoutes, missingFromResetPassword, PASSWORD_LENGTH_MAX } from '@candid/contracts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router-dom';
import { AuthFrame, actionsClass } from '../../../features/auth/components/auth-frame';
import { EmailForm } from '../../../features/auth/components/email-form';
import { rulesResolver } from '../../../features/auth/form-rules';
import { call } from '../../../lib/api/call';
import { ApiError, hasCode, messageOf } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { authTexts } from '../../../lib/texts/auth';
import { Button, LinkButton } from '../../../ui/button/button';
import { focusMain } from '../../../ui/dom/dom';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { useOutcome } from '../../../ui/notice/outcome-notice';
import { fieldOf } from '../../../ui/text-field/field-of';
import { PasswordField, TextField } from '../../../ui/text-field/text-field';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';

type Mode = 'checking' | 'request' | 'paste' | 'reset' | 'done' | 'invalid' | 'unchecked';

export default function ResetPasswordPage() {
  const [search, setSearch] = useSearchParams();
  const token = search.get('token') ?? '';
  const [mode, setMode] = useState<Mode>(token ? 'checking' : 'request');
  const [owner, setOwner] = useState<string>();

  useEffect(() => {
    if (!token) return;
    setMode('checking');
    let current = true;
    call(identityRoutes.validatePasswordReset, { params: { token } }).then(
      ({ valid, email }) => {
        if (!current) return;
        setOwner(email);
        setMode(valid ? 'reset' : 'invalid');
      },
      () => {
        if (current) setMode('unchecked');
      },
    );
    return () => {
      current = false;
    };
  }, [token]);

  /** Moves the focus first, because the pressed button disappears in the new mode. */
  const goOn = (to: Mode) => {
    focusMain();
    setMode(to);
  };

  /** Removes the token from the address, so that pasting the same link checks it again. */
  const forgetLink = () => {
    setSearch({}, { replace: true });
    goOn('request');
  };

  const takeLink = (pasted: string) => {
    setSearch({ token: pasted }, { replace: true });
    focusMain();
  };

  const request = (label: string) => (
    <Button variant="quiet" size="s" onClick={forgetLink}>
      {label}
    </Button>
  );
  return (
    <Screen title={authTexts.resetPassword} width="form">
      <AuthFrame
        title={authTexts.resetPassword}
        lead={leadOf(mode, owner)}
        footer={
          <>
            {mode === 'request' && (
              <Button variant="quiet" size="s" onClick={() => goOn('paste')}>
                {authTexts.haveResetLink}
              </Button>
            )}
            {(mode === 'paste' || mode === 'reset') && request(authTexts.needResetLink)}
            {(mode === 'invalid' || mode === 'unchecked') && request(authTexts.requestNewLink)}
            <Link to="/login">{authTexts.backToLogin}</Link>
          </>
        }
      >
        {mode === 'checking' && <PageLoading />}
        {mode === 'request' && (
          <EmailForm
            label={authTexts.email}
            placeholder={authTexts.emailPlaceholder}
            submit={authTexts.sendResetLink}
            submitting={authTexts.sendingResetLink}
            sent={authTexts.resetRequested}
            send={(email) =>
              call(identityRoutes.requestPasswordReset, { body: { email }, idempotencyKey: newIdempotencyKey() })
            }
            failureOf={requestFailureOf}
          />
        )}
        <NoticeRegion>
          {mode === 'paste' && <Notice>{authTexts.resetLinkHint}</Notice>}
          {mode === 'done' && <Notice tone="success">{authTexts.resetDone}</Notice>}
        </NoticeRegion>
        {mode === 'paste' && <ResetLinkForm onToken={takeLink} />}
        {mode === 'reset' && (
          <ResetPasswordForm token={token} onDone={() => goOn('done')} onLinkInvalid={() => goOn('invalid')} />
        )}
        {mode === 'done' && (
          <LinkButton to="/login" variant="primary" block>
            {authTexts.logInTitle}
          </LinkButton>
        )}
        {mode === 'invalid' && <Notice tone="danger">{authTexts.resetLinkInvalid}</Notice>}
        {mode === 'unchecked' && <Notice tone="danger">{authTexts.resetLinkUnchecked}</Notice>}
      </AuthFrame>
    </Screen>
  );
}

function leadOf(mode: Mode, owner: string | undefined): string | undefined {
  if (mode === 'request') return authTexts.resetLead;
  return mode === 'reset' && owner ? authTexts.resetFor(owner) : undefined;
}

const requestFailureOf = (error: unknown): string =>
  error instanceof ApiError && [0, 429].includes(error.status) ? error.message : authTexts.resetRequestFailed;

/** Accepts a pasted link, because some mail apps open links in another browser. */
function ResetLinkForm({ onToken }: { onToken: (token: string) => void }) {
  const form = useForm({ defaultValues: { link: '' } });
  const submit = form.handleSubmit(({ link }) => {
    const token = resetTokenIn(link);
    if (token) onToken(token);
  });

  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <TextField
        label={authTexts.resetLink}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'link', { validate: (link) => resetTokenIn(link) !== null || authTexts.resetLinkUnreadable })}
      />
      <div className={actionsClass}>
        <Button type="submit" variant="primary" block>
          {authTexts.resetLinkContinue}
        </Button>
      </div>
    </form>
  );
}

interface ResetPasswordFormProps {
  token: string;
  onDone: () => void;
  onLinkInvalid: () => void;
}

function ResetPasswordForm({ token, onDone, onLinkInvalid }: ResetPasswordFormProps) {
  const form = useForm<ResetPasswordFields>({
    defaultValues: { password: '', confirmation: '' },
    resolver: rulesResolver(resetPasswordProblems),
  });
  const [outcome, setOutcome] = useOutcome(form);
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    setOutcome(null);
    try {
      const body = { token, newPassword: password };
      await call(identityRoutes.resetPassword, { body, idempotencyKey: newIdempotencyKey() });
      onDone();
    } catch (error) {
      if (hasCode(error, 'RESET_TOKEN_INVALID')) onLinkInvalid();
      else setOutcome({ done: false, text: failureOf(error) });
    }
  });

  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <PasswordField
        label={authTexts.newPassword}
        autoComplete="new-password"
        hint={authTexts.resetPasswordHint}
        {...fieldOf(form, 'password', { deps: ['confirmation'] })}
      />
      <PasswordField label={authTexts.confirmPassword} autoComplete="new-password" {...fieldOf(form, 'confirmation')} />
      {outcome && <Notice tone="danger">{outcome.text}</Notice>}
      <div className={actionsClass}>
        <Button type="submit" variant="primary" block busy={isSubmitting}>
          {isSubmitting ? authTexts.resetting : authTexts.resetPassword}
        </Button>
      </div>
    </form>
  );
}

/** Returns a "try again later" text if the input is not at fault. */
function failureOf(error: unknown): string {
  if (hasCode(error, 'VALIDATION_FAILED') || hasCode(error, 'OFFLINE')) return messageOf(error);
  const sent = error instanceof ApiError && error.status >= 400 && error.status < 429;
  return sent ? authTexts.resetFailed : authTexts.resetFailedForNow;
}

/** Finds the token in a link or a code; null if there is none. Mail apps break long lines and add angle brackets. */
function resetTokenIn(pasted: string): string | null {
  const text = pasted.replace(/[\s<>]/g, '');
  const inLink = /[?&](token=[^&#]*)/.exec(text)?.[1];
  const token = (inLink === undefined ? text : new URLSearchParams(inLink).get('token')) ?? '';
  return /^[\w.-]{8,1024}$/.test(token) ? token : null;
}

interface ResetPasswordFields {
  password: string;
  confirmation: string;
}

export function resetPasswordProblems({ password, confirmation }: ResetPasswordFields): Partial<ResetPasswordFields> {
  const problems: Partial<ResetPasswordFields> = {};
  const missing = missingFromResetPassword(password);
  if (missing.length > 0) problems.password = authTexts.resetWeak(missing);
  else if (password.length > PASSWORD_LENGTH_MAX) problems.password = authTexts.passwordTooLong;
  if (password !== confirmation) problems.confirmation = authTexts.resetMismatch;
  return problems;
}
