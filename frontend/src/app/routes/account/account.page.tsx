import { identityRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import {
  ChevronRight,
  FileText,
  FolderDown,
  Gavel,
  Headset,
  KeyRound,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  Scale,
  ShieldCheck,
  SlidersHorizontal,
} from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { Standing } from '../../../features/assess/components/standing';
import { placementsSettled } from '../../../features/dashboard/hooks/use-placements';
import { call } from '../../../lib/api/call';
import { useAction } from '../../../lib/query/use-act';
import { sessionStore } from '../../../lib/session/session-store';
import { useSession } from '../../../lib/session/use-session';
import { accountTexts } from '../../../lib/texts/account';
import { legalNames } from '../../../lib/texts/common';
import { decisionTexts } from '../../../lib/texts/decisions';
import { securityTexts } from '../../../lib/texts/security';
import { statementTexts } from '../../../lib/texts/statement';
import { useCurrentUser } from '../../../lib/user/current-user';
import { isStaff } from '../../../lib/user/staff';
import { Button } from '../../../ui/button/button';
import { toastStore } from '../../../ui/toast/toast-store';
import { HeadedScreen } from '../../shell/headed-screen';
import { columnsClass } from './account-card';

const rowsClass = 'overflow-hidden rounded-16 border border-line bg-surface [&_li+li]:border-t [&_li+li]:border-t-line';

const settings: readonly RowProps[] = [
  { to: '/account/statement', icon: ReceiptText, label: statementTexts.title, hint: accountTexts.statementHint },
  {
    to: '/account/preferences',
    icon: SlidersHorizontal,
    label: accountTexts.preferences,
    hint: accountTexts.preferencesHint,
  },
  { to: '/account/decisions', icon: Gavel, label: decisionTexts.pageTitle, hint: accountTexts.decisionsHint },
  { to: '/account/security', icon: KeyRound, label: securityTexts.title, hint: securityTexts.hint },
  { to: '/account/your-data', icon: FolderDown, label: accountTexts.yourData, hint: accountTexts.yourDataHint },
];

export default function AccountPage() {
  const user = useCurrentUser().data;
  const navigate = useNavigate();
  // The stored approval keeps the layout stable when the account's data arrives.
  const assesses = useSession().approvedAssessor || user?.approvedAssessor === true;
  const queryClient = useQueryClient();
  const leaving = useAction(async () => {
    // Runs actions that still offer an Undo, because they need the session that the log-out ends.
    toastStore.dismiss();
    await placementsSettled(queryClient);
    await call(identityRoutes.logOut, {});
  });

  const leave = async () => {
    // Logs out on this device even if the server is unreachable; the server's session then expires later.
    await leaving.run(undefined).catch(() => undefined);
    sessionStore.signOut('logged-out');
    navigate('/login', { replace: true });
  };

  return (
    <HeadedScreen title={accountTexts.title}>
      <div className={columnsClass}>
        <div className="grid content-start gap-5">
          <div className="flex items-center gap-4">
            <span
              className="grid h-17.5 w-14 flex-none place-items-center rounded-16 bg-accent-soft text-28 font-heavy text-accent-ink"
              aria-hidden="true"
            >
              {(user?.name || user?.email || ' ').charAt(0).toUpperCase()}
            </span>
            <div className="grid min-w-0 justify-items-start">
              <span className="text-14 text-ink-soft">{accountTexts.signedInAs}</span>
              <span className="max-w-full font-bold wrap-anywhere">{user?.email ?? ' '}</span>
              {assesses && (
                <span className="mt-1 rounded-pill bg-success-soft px-2.5 py-px text-13 font-bold text-success">
                  {accountTexts.assessor}
                </span>
              )}
            </div>
          </div>
          {assesses && <Standing />}
          <ul className={rowsClass}>
            {settings.map((setting) => (
              <Row key={setting.to} {...setting} />
            ))}
          </ul>
        </div>
        <div className="grid content-start gap-5">
          <ul className={rowsClass}>
            <Row to="/guidelines" icon={Scale} label={legalNames.guidelines} />
            <Row to="/terms-of-service" icon={FileText} label={legalNames.terms} />
            <Row to="/privacy-policy" icon={ShieldCheck} label={legalNames.privacy} />
            {user && isStaff(user.roles) && <Row to="/support" icon={Headset} label={accountTexts.supportConsole} />}
            <Row to="/feedback" icon={MessageSquare} label={accountTexts.feedback} hint={accountTexts.feedbackHint} />
          </ul>
          <Button block busy={leaving.busy} onClick={leave}>
            {accountTexts.logOut}
          </Button>
        </div>
      </div>
    </HeadedScreen>
  );
}

type RowProps = { to: string; icon: LucideIcon; label: string; hint?: string };

function Row({ to, icon: Icon, label, hint }: RowProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-14 items-center gap-3 px-4 font-medium text-ink no-underline hover:bg-tone focus-visible:rounded-16 focus-visible:-outline-offset-3"
      >
        <Icon aria-hidden="true" className="size-5.5 flex-none text-ink-soft" />
        <span className="grid py-2 leading-[1.3]">
          {label}
          {hint && <span className="text-14 font-regular text-ink-soft">{hint}</span>}
        </span>
        <ChevronRight aria-hidden="true" className="ml-auto size-5 flex-none text-ink-faint" />
      </Link>
    </li>
  );
}
