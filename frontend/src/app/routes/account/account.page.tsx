import { ChevronRight, FileText, MessageSquare, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { logOut } from '../../../features/account/api/account-calls';
import { Standing } from '../../../features/assess/components/standing';
import { useAction } from '../../../lib/query/use-action';
import { sessionStore } from '../../../lib/session/session-store';
import { accountTexts } from '../../../lib/texts/account';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button } from '../../../ui/button/button';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import styles from './account.module.css';

export default function AccountPage() {
  const user = useCurrentUser().data;
  const navigate = useNavigate();
  const leaving = useAction(logOut);

  const leave = async () => {
    // The person leaves this device even when the server cannot be told; its session then ends by itself.
    await leaving.run(undefined).catch(() => undefined);
    sessionStore.signOut('logged-out');
    navigate('/login', { replace: true });
  };

  return (
    <Screen title={accountTexts.title}>
      <PageHeader title={accountTexts.title} />
      <div className={styles.stack}>
        <div className={styles.person}>
          <span className={styles.initial} aria-hidden="true">
            {(user?.name || user?.email || ' ').charAt(0).toUpperCase()}
          </span>
          <div className={styles.who}>
            <span className={styles.label}>{accountTexts.signedInAs}</span>
            <span className={styles.email}>{user?.email ?? ' '}</span>
            {user?.approvedAssessor && <span className={styles.role}>{accountTexts.assessor}</span>}
          </div>
        </div>
        {user?.approvedAssessor && <Standing />}
        <ul className={styles.rows}>
          <Row to="/terms-of-service" icon={<FileText />} label={accountTexts.terms} />
          <Row to="/privacy-policy" icon={<ShieldCheck />} label={accountTexts.privacy} />
          <Row to="/feedback" icon={<MessageSquare />} label={accountTexts.feedback} />
        </ul>
        <Button block busy={leaving.busy} onClick={leave}>
          {accountTexts.logOut}
        </Button>
      </div>
    </Screen>
  );
}

function Row({ to, icon, label }: { to: string; icon: ReactNode; label: string }) {
  return (
    <li>
      <Link to={to} className={styles.row}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        {label}
        <ChevronRight aria-hidden="true" className={styles.arrow} />
      </Link>
    </li>
  );
}
