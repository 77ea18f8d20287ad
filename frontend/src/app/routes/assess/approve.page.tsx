import { useNavigate } from 'react-router-dom';
import { ApproveForm } from '../../../features/assess/components/approve-form';
import { sessionStore } from '../../../lib/session/session-store';
import { authTexts } from '../../../lib/texts/auth';
import { tokensTexts } from '../../../lib/texts/tokens';
import { LinkButton } from '../../../ui/button/button';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export default function ApprovePage() {
  const navigate = useNavigate();
  return (
    <Screen title={authTexts.approveTitle} width="form">
      <PageHeader title={authTexts.approveTitle} lead={authTexts.approveText} />
      <ApproveForm
        onApproved={(assessorToken) => {
          sessionStore.approveAssessor(assessorToken);
          navigate('/feed', { replace: true });
        }}
      />
      <section className="mt-8 grid justify-items-start gap-2 [&_p]:mb-3 [&_p]:text-ink-soft">
        <h2 className="text-16">{authTexts.approveEarnTitle}</h2>
        <p>{tokensTexts.earnText}</p>
        <h2 className="text-16">{authTexts.approveHowTitle}</h2>
        <p>{authTexts.approveHow}</p>
        <LinkButton to="/feedback">{tokensTexts.messageSupport}</LinkButton>
      </section>
    </Screen>
  );
}
