import { identityRoutes } from '@candid/contracts';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { AuthFrame } from '../../../features/auth/components/auth-frame';
import {
  ResetLinkForm,
  ResetPasswordForm,
  ResetRequestForm,
} from '../../../features/auth/components/reset-password-forms';
import { call } from '../../../lib/api/call';
import { authTexts } from '../../../lib/texts/auth';
import { Button, LinkButton } from '../../../ui/button/button';
import { focusMain } from '../../../ui/dom/dom';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';

type Mode = 'checking' | 'request' | 'paste' | 'reset' | 'done' | 'invalid';

export default function ResetPasswordPage() {
  const [search, setSearch] = useSearchParams();
  const token = search.get('token') ?? '';
  const [mode, setMode] = useState<Mode>(token ? 'checking' : 'request');
  const [owner, setOwner] = useState<string>();
  const [invalidText, setInvalidText] = useState(authTexts.resetLinkInvalid);

  useEffect(() => {
    if (!token) return;
    setMode('checking');
    let current = true;
    call(identityRoutes.validatePasswordReset, { params: { token } }).then(
      ({ valid, email }) => {
        if (!current) return;
        setOwner(email);
        setInvalidText(authTexts.resetLinkInvalid);
        setMode(valid ? 'reset' : 'invalid');
      },
      () => {
        if (!current) return;
        setInvalidText(authTexts.resetLinkUnchecked);
        setMode('invalid');
      },
    );
    return () => {
      current = false;
    };
  }, [token]);

  /** Moves the focus first, because the button that was pressed disappears with the old mode. */
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
    <Screen title={authTexts.resetTitle} width="form">
      <AuthFrame
        title={authTexts.resetTitle}
        lead={leadOf(mode, owner)}
        footer={
          <>
            {mode === 'request' && (
              <Button variant="quiet" size="s" onClick={() => goOn('paste')}>
                {authTexts.haveResetLink}
              </Button>
            )}
            {(mode === 'paste' || mode === 'reset') && request(authTexts.needResetLink)}
            {mode === 'invalid' && request(authTexts.requestNewLink)}
            <Link to="/login">{authTexts.backToLogin}</Link>
          </>
        }
      >
        {mode === 'checking' && <PageLoading />}
        {mode === 'request' && <ResetRequestForm />}
        <NoticeRegion>
          {mode === 'paste' && <Notice>{authTexts.resetLinkHint}</Notice>}
          {mode === 'done' && <Notice tone="success">{authTexts.resetDone}</Notice>}
        </NoticeRegion>
        {mode === 'paste' && <ResetLinkForm onToken={takeLink} />}
        {mode === 'reset' && (
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
