import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { checkResetLink } from '../../../features/auth/api/password-reset-calls';
import { AuthFrame } from '../../../features/auth/components/auth-frame';
import { ResetPasswordForm } from '../../../features/auth/components/reset-password-form';
import { ResetRequestForm } from '../../../features/auth/components/reset-request-form';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { LinkButton } from '../../../ui/button/link-button';
import { focusMain } from '../../../ui/focus/give-focus';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';

type Mode = 'checking' | 'request' | 'reset' | 'done' | 'invalid';

export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [mode, setMode] = useState<Mode>(token ? 'checking' : 'request');
  const [owner, setOwner] = useState<string>();
  const [invalidText, setInvalidText] = useState(authTexts.resetLinkInvalid);

  useEffect(() => {
    if (!token) return;
    checkResetLink(token).then(
      ({ valid, email }) => {
        setOwner(email);
        setMode(valid ? 'reset' : 'invalid');
      },
      () => {
        setInvalidText(authTexts.resetLinkUnchecked);
        setMode('invalid');
      },
    );
  }, [token]);

  /** What was pressed goes with the mode it belonged to. */
  const goOn = (to: Mode) => {
    focusMain();
    setMode(to);
  };

  const request = (label: string) => (
    <Button variant="quiet" size="s" onClick={() => goOn('request')}>
      {label}
    </Button>
  );
  return (
    <Screen title={authTexts.resetTitle} width="form">
      <AuthFrame
        title={authTexts.resetTitle}
        lead={leadOf(mode, owner)}
        footer={
          <>
            {mode === 'request' && (
              <Button variant="quiet" size="s" onClick={() => goOn('reset')}>
                {authTexts.haveResetLink}
              </Button>
            )}
            {mode === 'reset' && request(authTexts.needResetLink)}
            {mode === 'invalid' && request(authTexts.requestNewLink)}
            <Link to="/login">{authTexts.backToLogin}</Link>
          </>
        }
      >
        {mode === 'checking' && <PageLoading />}
        {mode === 'request' && <ResetRequestForm />}
        <NoticeRegion>
          {mode === 'reset' && !token && <Notice>{authTexts.resetLinkHint}</Notice>}
          {mode === 'done' && <Notice tone="success">{authTexts.resetDone}</Notice>}
        </NoticeRegion>
        {mode === 'reset' && token && (
          <ResetPasswordForm
            token={token}
            onDone={() => goOn('done')}
            onLinkInvalid={() => {
              setInvalidText(authTexts.resetLinkInvalid);
              goOn('invalid');
            }}
          />
        )}
        {mode === 'done' && (
          <LinkButton to="/login" variant="primary" block>
            {authTexts.logInTitle}
          </LinkButton>
        )}
        {mode === 'invalid' && <Notice tone="danger">{invalidText}</Notice>}
      </AuthFrame>
    </Screen>
  );
}

function leadOf(mode: Mode, owner: string | undefined): string | undefined {
  if (mode === 'request') return authTexts.resetLead;
  return mode === 'reset' && owner ? authTexts.resetFor(owner) : undefined;
}
