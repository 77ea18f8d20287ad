import { useNavigate } from 'react-router-dom';
import { ApproveForm } from '../../../features/assess/components/approve-form';
import { sessionStore } from '../../../lib/session/session-store';
import { authTexts } from '../../../lib/texts/auth';
import { tokensTexts } from '../../../lib/texts/tokens';
import { LinkButton } from '../../../ui/button/button';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import styles from './approve.module.css';

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
      <section className={styles.about}>
        <h2 className={styles.title}>{authTexts.approveEarnTitle}</h2>
        <p>{tokensTexts.earnText}</p>
        <h2 className={styles.title}>{authTexts.approveHowTitle}</h2>
        <p>{authTexts.approveHow}</p>
        <LinkButton to="/feedback">{tokensTexts.messageSupport}</LinkButton>
      </section>
    </Screen>
  );
}
