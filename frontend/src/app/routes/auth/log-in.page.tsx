import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { AuthFrame } from '../../../features/auth/components/auth-frame';
import { LogInForm } from '../../../features/auth/components/log-in-form';
import { sessionStore } from '../../../lib/session/session-store';
import { authTexts } from '../../../lib/texts/auth';
import { Notice } from '../../../ui/notice/notice';
import { toastStore } from '../../../ui/toast/toast-store';
import { Screen } from '../../shell/screen';

export default function LogInPage() {
  const navigate = useNavigate();
  const from = (useLocation().state as { from?: string } | null)?.from ?? '/profile';
  const [arrivedAs] = useState(sessionStore.current);

  useEffect(() => {
    if (arrivedAs.session) navigate('/profile', { replace: true });
  }, [arrivedAs, navigate]);

  return (
    <Screen title={authTexts.logInTitle} width="form">
      <AuthFrame title={authTexts.logInTitle} footer={<Link to="/signup">{authTexts.notJoined}</Link>}>
        {arrivedAs.ended === 'expired' && <Notice>{authTexts.sessionEnded}</Notice>}
        <LogInForm
          onLoggedIn={(session) => {
            sessionStore.signIn(session);
            toastStore.show({ text: authTexts.loggedIn });
            navigate(from, { replace: true });
          }}
        />
      </AuthFrame>
    </Screen>
  );
}
