import { identityRoutes } from '@candid/contracts';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError, hasCode, messageOf } from '../../../lib/api/errors';
import { useAct } from '../../../lib/query/use-act';
import { sessionStore } from '../../../lib/session/session-store';
import { authTexts } from '../../../lib/texts/auth';
import { tokensTexts } from '../../../lib/texts/tokens';
import { Button, LinkButton } from '../../../ui/button/button';
import { fieldOf } from '../../../ui/text-field/field-of';
import { PasswordField } from '../../../ui/text-field/text-field';
import { HeadedScreen } from '../../shell/headed-screen';

export default function ApprovePage() {
  const navigate = useNavigate();
  const { passkey = '' } = (useLocation().state ?? {}) as { passkey?: string };
  const form = useForm({ defaultValues: { passkey } });
  const approving = useAct(identityRoutes.approveAssessor);

  const submit = form.handleSubmit(async ({ passkey }) => {
    try {
      const { assessorToken } = await approving.run({ body: { passkey: passkey.trim() } });
      sessionStore.approveAssessor(assessorToken);
      navigate('/feed', { replace: true });
    } catch (error) {
      form.setValue('passkey', '');
      const wrong = hasCode(error, 'PASSKEY_INCORRECT') || (error instanceof ApiError && error.status === 403);
      const message = wrong ? authTexts.passkeyWrong : messageOf(error);
      form.setError('passkey', { message }, { shouldFocus: true });
    }
  });

  return (
    <HeadedScreen title={authTexts.approveTitle} lead={authTexts.approveText} width="form">
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <PasswordField
          label={authTexts.passkey}
          autoComplete="off"
          {...fieldOf(form, 'passkey', { validate: (passkey) => passkey.trim() !== '' || authTexts.passkeyMissing })}
        />
        <Button type="submit" variant="primary" block busy={approving.busy}>
          {approving.busy ? authTexts.submitting : authTexts.submit}
        </Button>
      </form>
      <section className="mt-8 grid justify-items-start gap-2 [&_p]:mb-3 [&_p]:text-ink-soft">
        <h2 className="text-16">{authTexts.approveEarnTitle}</h2>
        <p>{tokensTexts.earnText}</p>
        <h2 className="text-16">{authTexts.approveHowTitle}</h2>
        <p>{authTexts.approveHow}</p>
        <LinkButton to="/feedback?subject=passkey">{tokensTexts.messageSupport}</LinkButton>
      </section>
    </HeadedScreen>
  );
}
