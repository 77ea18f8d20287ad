import { belongsToStaff, type Role, type StaffAudience } from '@candid/contracts';
import {
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
import { supportTexts } from '../../lib/texts/support';

export interface ConsolePage {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** The second key after G. */
  readonly key: string;
  readonly end?: true;
}

const { nav } = supportTexts;

/** The console's pages by audience. */
const pagesOf: Readonly<Record<StaffAudience, readonly ConsolePage[]>> = {
  support: [
    { to: '/support', label: nav.search, key: 's', Icon: Search, end: true },
    { to: '/support/trial-balance', label: nav.trialBalance, key: 't', Icon: Scale },
    { to: '/support/reconciliation', label: nav.reconciliation, key: 'r', Icon: ListChecks },
    { to: '/support/corrections', label: nav.corrections, key: 'c', Icon: FilePen },
    { to: '/support/passkeys', label: nav.passkeys, key: 'p', Icon: KeyRound },
    { to: '/support/linked-accounts', label: nav.linkedAccounts, key: 'l', Icon: UsersRound },
    { to: '/support/feedback', label: nav.feedback, key: 'f', Icon: MessageSquare },
    { to: '/support/dead-letters', label: nav.deadLetters, key: 'd', Icon: Inbox },
    { to: '/support/audit-log', label: nav.auditLog, key: 'a', Icon: ScrollText },
  ],
  moderator: [
    { to: '/support/moderation', label: nav.moderation, key: 'm', Icon: ShieldAlert },
    { to: '/support/moderation/report', label: nav.figures, key: 'i', Icon: ChartColumn },
  ],
  evidence: [{ to: '/support/moderation/evidence', label: nav.evidence, key: 'e', Icon: Lock }],
};
const secondFactor: ConsolePage = {
  to: '/support/second-factor',
  label: nav.secondFactor,
  key: '2',
  Icon: ShieldCheck,
};

/** The pages that these roles may open. */
export const pagesFor = (roles: readonly Role[]): readonly ConsolePage[] => [
  ...(['moderator', 'evidence', 'support'] as const)
    .filter((audience) => belongsToStaff(audience, roles))
    .flatMap((audience) => pagesOf[audience]),
  secondFactor,
];
