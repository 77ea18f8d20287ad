import { identityRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import {
  ChevronRight,
  FileText,
  FolderDown,
  Gavel,
  Headset,
  KeyRound,
  MessageSquare,
  ReceiptText,
  Scale,
  ShieldCheck,
  SlidersHorizontal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Standing } from '../../../features/assess/components/standing';
import { placementsSettled } from '../../../features/dashboard/hooks/use-placements';
import { call } from '../../../lib/api/call';
import { useAction } from '../../../lib/query/use-act';
import { sessionStore } from '../../../lib/session/session-store';
import { useSession } from '../../../lib/session/use-session';
import { accountTexts } from '../../../lib/texts/account';
import { decisionTexts } from '../../../lib/texts/decisions';
import { securityTexts } from '../../../lib/texts/security';
import { statementTexts } from '../../../lib/texts/statement';
import { useCurrentUser } from '../../../lib/user/current-user';
import { isStaff } from '../../../lib/user/staff';
import { Button } from '../../../ui/button/button';
import { PageHeader } from '../../../ui/page-header/page-header';
import { toastStore } from '../../../ui/toast/toast-store';
import { Screen } from '../../shell/screen';
import styles from './account.module.css';

export default function AccountPage() {
  const user = useCurrentUser().data;
  const navigate = useNavigate();
  // This browser knows the approval before the account loads, so that nothing moves when the answer arrives.
  const assesses = useSession().approvedAssessor || user?.approvedAssessor === true;
  const queryClient = useQueryClient();
  const leaving = useAction(async () => {
    // Actions that wait for their Undo period need a session, so they run before the log-out.
    toastStore.dismiss();
    await placementsSettled(queryClient);
    await call(identityRoutes.logOut, {});
  });

  const leave = async () => {
    // The person leaves this device even if the server is unreachable; the session there then expires.
    await leaving.run(undefined).catch(() => undefined);
    sessionStore.signOut('logged-out');
    navigate('/login', { replace: true });
  };

  return (
    <Screen title={accountTexts.title} width="wide">
      <PageHeader title={accountTexts.title} />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <div className={styles.person}>
            <span className={styles.initial} aria-hidden="true">
              {(user?.name || user?.email || ' ').charAt(0).toUpperCase()}
            </span>
            <div className={styles.who}>
              <span className={styles.label}>{accountTexts.signedInAs}</span>
              <span className={styles.email}>{user?.email ?? ' '}</span>
              {assesses && <span className={styles.role}>{accountTexts.assessor}</span>}
            </div>
          </div>
          {assesses && <Standing />}
          <ul className={styles.rows}>
            <Row
              to="/account/statement"
              icon={<ReceiptText />}
              label={statementTexts.title}
              hint={accountTexts.statementHint}
            />
            <Row
              to="/account/preferences"
              icon={<SlidersHorizontal />}
              label={accountTexts.preferences}
              hint={accountTexts.preferencesHint}
            />
            <Row
              to="/account/decisions"
              icon={<Gavel />}
              label={decisionTexts.pageTitle}
              hint={accountTexts.decisionsHint}
            />
            <Row to="/account/security" icon={<KeyRound />} label={securityTexts.title} hint={securityTexts.hint} />
            <Row
              to="/account/your-data"
              icon={<FolderDown />}
              label={accountTexts.yourData}
              hint={accountTexts.yourDataHint}
            />
          </ul>
        </div>
        <div className={styles.stack}>
          <ul className={styles.rows}>
            <Row to="/guidelines" icon={<Scale />} label={accountTexts.guidelines} />
            <Row to="/terms-of-service" icon={<FileText />} label={accountTexts.terms} />
            <Row to="/privacy-policy" icon={<ShieldCheck />} label={accountTexts.privacy} />
            {user && isStaff(user.roles) && (
              <Row to="/support" icon={<Headset />} label={accountTexts.supportConsole} />
            )}
            <Row
              to="/feedback"
              icon={<MessageSquare />}
              label={accountTexts.feedback}
              hint={accountTexts.feedbackHint}
            />
          </ul>
          <Button block busy={leaving.busy} onClick={leave}>
            {accountTexts.logOut}
          </Button>
        </div>
      </div>
    </Screen>
  );
}

function Row({ to, icon, label, hint }: { to: string; icon: ReactNode; label: string; hint?: string }) {
  return (
    <li>
      <Link to={to} className={styles.row}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={styles.words}>
          {label}
          {hint && <span className={styles.hint}>{hint}</span>}
        </span>
        <ChevronRight aria-hidden="true" className={styles.arrow} />
      </Link>
    </li>
  );
}
