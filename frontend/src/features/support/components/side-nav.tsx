import {
  ArrowLeft,
  FilePen,
  Inbox,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  Scale,
  ScrollText,
  Search,
  ShieldCheck,
  UsersRound,
} from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { supportTexts } from '../../../lib/texts/support';
import styles from './console.module.css';

const items: readonly {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly end?: true;
}[] = [
  { to: '/support', label: supportTexts.nav.search, Icon: Search, end: true },
  { to: '/support/trial-balance', label: supportTexts.nav.trialBalance, Icon: Scale },
  { to: '/support/reconciliation', label: supportTexts.nav.reconciliation, Icon: ListChecks },
  { to: '/support/corrections', label: supportTexts.nav.corrections, Icon: FilePen },
  { to: '/support/passkeys', label: supportTexts.nav.passkeys, Icon: KeyRound },
  { to: '/support/linked-accounts', label: supportTexts.nav.linkedAccounts, Icon: UsersRound },
  { to: '/support/feedback', label: supportTexts.nav.feedback, Icon: MessageSquare },
  { to: '/support/dead-letters', label: supportTexts.nav.deadLetters, Icon: Inbox },
  { to: '/support/audit-log', label: supportTexts.nav.auditLog, Icon: ScrollText },
  { to: '/support/second-factor', label: supportTexts.nav.secondFactor, Icon: ShieldCheck },
];

/** Along the side; on a phone a strip that goes on sideways. */
export function SideNav() {
  return (
    <nav aria-label={supportTexts.navigation} className={styles.nav}>
      <ul className={styles.items}>
        {items.map(({ to, label, Icon, end }) => (
          <li key={to}>
            <NavLink to={to} end={end} className={styles.item}>
              <Icon aria-hidden="true" />
              {label}
            </NavLink>
          </li>
        ))}
        <li className={styles.leave}>
          <Link to="/account" className={styles.item}>
            <ArrowLeft aria-hidden="true" />
            {supportTexts.backToApp}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
