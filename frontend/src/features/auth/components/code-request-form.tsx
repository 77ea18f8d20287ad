import { messageOf } from '../../../lib/api/errors';
import { authTexts } from '../../../lib/texts/auth';
import { fetchAuthCallsAhead, loadAuthCalls } from '../load-auth-calls';
import { EmailForm } from './email-form';

export default function CodeRequestForm() {
  return (
    <EmailForm
      label={authTexts.email}
      placeholder={authTexts.landingEmailPlaceholder}
      submit={authTexts.requestCode}
      submitting={authTexts.requestingCode}
      sent={authTexts.codeOnItsWay}
      send={async (email) => (await loadAuthCalls()).requestSignUpCode(email)}
      failureOf={(error) => messageOf(error, authTexts.codeFailed)}
      onFocus={fetchAuthCallsAhead}
    />
  );
}
