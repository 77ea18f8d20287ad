import { useContext } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { authTexts } from '../../../lib/texts/auth';
import { CodeSentContext } from '../code-sent';
import { fetchAuthCallsAhead, loadAuthCalls } from '../load-auth-calls';
import { EmailForm } from './email-form';

export default function CodeRequestForm() {
  const onSent = useContext(CodeSentContext);
  return (
    <EmailForm
      label={authTexts.email}
      placeholder={authTexts.landingEmailPlaceholder}
      submit={authTexts.requestCode}
      submitting={authTexts.requestingCode}
      sent={authTexts.codeOnItsWay}
      adviceTo={authTexts.codeOnItsWayTo}
      send={async (email) => (await loadAuthCalls()).requestSignUpCode(email)}
      onSent={onSent}
      failureOf={(error) => messageOf(error, authTexts.codeFailed)}
      onFocus={fetchAuthCallsAhead}
    />
  );
}
