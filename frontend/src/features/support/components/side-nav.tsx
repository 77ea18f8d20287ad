import { belongsToStaff, type Role, type StaffAudience } from '@candid/contracts';
import {
  ArrowLeft,
  ChartColumn,
  FilePen,
  Inbox,
  KeyRound,
  ListChecks,
  Lock,
  type LucideIcon,
  MessageSquare,
  Scale,
  ScrollText,
  Search,
  ShieldAlert,
  ShieldCheck,
  UsersRound,
} from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { supportTexts } from '../../../lib/texts/support';
import styles from './console.module.css';

interface Item {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly end?: true;
}

const { nav } = supportTexts;

/** Navigation items by audience; people see only the items that they may open. */
const itemsOf: Readonly<Record<StaffAudience, readonly Item[]>> = {
  support: [
    { to: '/support', label: nav.search, Icon: Search, end: true },
    { to: '/support/trial-balance', label: nav.trialBalance, Icon: Scale },
    { to: '/support/reconciliation', label: nav.reconciliation, Icon: ListChecks },
    { to: '/support/corrections', label: nav.corrections, Icon: FilePen },
    { to: '/support/passkeys', label: nav.passkeys, Icon: KeyRound },
    { to: '/support/linked-accounts', label: nav.linkedAccounts, Icon: UsersRound },
    { to: '/support/feedback', label: nav.feedback, Icon: MessageSquare },
    { to: '/support/dead-letters', label: nav.deadLetters, Icon: Inbox },
    { to: '/support/audit-log', label: nav.auditLog, Icon: ScrollText },
  ],
  moderator: [
    { to: '/support/moderation', label: nav.moderation, Icon: ShieldAlert },
    { to: '/support/moderation/report', label: nav.figures, Icon: ChartColumn },
  ],
  evidence: [{ to: '/support/moderation/evidence', label: nav.evidence, Icon: Lock }],
};
const secondFactor: Item = { to: '/support/second-factor', label: nav.secondFactor, Icon: ShieldCheck };

const itemsFor = (roles: readonly Role[]): readonly Item[] => [
  ...(['moderator', 'evidence', 'support'] as const)
    .filter((audience) => belongsToStaff(audience, roles))
    .flatMap((audience) => itemsOf[audience]),
  secondFactor,
];

/** The item with the longest matching path: the report page lies below the path of the desk. */
function currentOf(items: readonly Item[], pathname: string): Item | undefined {
  return items
    .filter(({ to, end }) => pathname === to || (!end && pathname.startsWith(`${to}/`)))
    .sort((one, other) => other.to.length - one.to.length)[0];
}

/** Along the side; on a phone a strip that goes on sideways. */
export function SideNav({ roles }: { roles: readonly Role[] }) {
  const items = itemsFor(roles);
  const current = currentOf(items, useLocation().pathname);
  return (
    <nav aria-label={supportTexts.navigation} className={styles.nav}>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} aria-current={item === current ? 'page' : undefined} className={styles.item}>
              <item.Icon aria-hidden="true" />
              {item.label}
            </Link>
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
