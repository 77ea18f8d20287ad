import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { isResetLinkValid } from '../../../features/auth/api/password-reset-calls';
import { AuthFrame } from '../../../features/auth/components/auth-frame';
import { ResetPasswordForm } from '../../../features/auth/components/reset-password-form';
import { ResetRequestForm } from '../../../features/auth/components/reset-request-form';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';

type Mode = 'checking' | 'request' | 'reset' | 'invalid';

export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [mode, setMode] = useState<Mode>(token ? 'checking' : 'request');
  const [invalidText, setInvalidText] = useState(authTexts.resetLinkInvalid);

  useEffect(() => {
    if (!token) return;
    isResetLinkValid(token).then(
      (valid) => setMode(valid ? 'reset' : 'invalid'),
      () => {
        setInvalidText(authTexts.resetLinkUnchecked);
        setMode('invalid');
      },
    );
  }, [token]);

  const request = (label: string) => (
    <Button variant="quiet" size="s" onClick={() => setMode('request')}>
      {label}
    </Button>
  );
  return (
    <Screen title={authTexts.resetTitle} width="form">
      <AuthFrame
        title={authTexts.resetTitle}
        lead={mode === 'request' ? authTexts.resetLead : undefined}
        footer={
          <>
            {mode === 'request' && (
              <Button variant="quiet" size="s" onClick={() => setMode('reset')}>
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
        {mode === 'reset' && !token && <Notice>{authTexts.resetLinkHint}</Notice>}
        {mode === 'reset' && token && (
          <ResetPasswordForm
            token={token}
            onLinkInvalid={() => {
              setInvalidText(authTexts.resetLinkInvalid);
              setMode('invalid');
            }}
          />
        )}
        {mode === 'invalid' && <Notice tone="danger">{invalidText}</Notice>}
      </AuthFrame>
    </Screen>
  );
}
