import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { AuthFrame } from '../../../features/auth/components/auth-frame';
import { type NewSession, SignUpForm } from '../../../features/auth/components/sign-up-form';
import { sessionStore } from '../../../lib/session/session-store';
import { authTexts } from '../../../lib/texts/auth';
import { Screen } from '../../shell/screen';

const welcomeMs = 1_500;
/** Long enough to read the text about the missing welcome tokens. */
const withoutWelcomeMs = 6_000;

export default function SignUpPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [created, setCreated] = useState<NewSession | null>(null);
  const [arrivedAs] = useState(sessionStore.current);

  useEffect(() => {
    if (arrivedAs.session) navigate('/profile', { replace: true });
  }, [arrivedAs, navigate]);

  useEffect(() => {
    if (!created) return;
    const { hasWelcomeGrant, ...session } = created;
    sessionStore.signIn(session);
    const readingMs = hasWelcomeGrant ? welcomeMs : withoutWelcomeMs;
    const timer = setTimeout(() => navigate('/profile', { replace: true }), readingMs);
    return () => clearTimeout(timer);
  }, [created, navigate]);

  return (
    <Screen title={authTexts.signUpTitle} width="pairs">
      <AuthFrame
        title={authTexts.signUpTitle}
        lead={authTexts.signUpLead}
        footer={
          <span>
            {authTexts.haveAccount} <Link to="/login">{authTexts.logInLink}</Link>
          </span>
        }
      >
        <SignUpForm codeFromLink={search.get('code')} onSignedUp={setCreated} />
      </AuthFrame>
    </Screen>
  );
}
