import { useNavigate } from 'react-router-dom';
import { ApproveForm } from '../../../features/assess/components/approve-form';
import { sessionStore } from '../../../lib/session/session-store';
import { authTexts } from '../../../lib/texts/auth';
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
    </Screen>
  );
}
