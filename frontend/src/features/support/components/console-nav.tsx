import {
  belongsToStaff,
  identitySupportRoutes,
  moderationRoutes,
  type Role,
  type StaffAudience,
  supportCorrectionsRoutes,
  supportDeadLettersRoutes,
} from '@candid/contracts';
import {
  ArrowLeft,
  ChartColumn,
  FilePen,
  Inbox,
  Keyboard,
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
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { whole } from '../../../lib/language/language';
import { everyMs } from '../../../lib/query/query-client';
import { useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportKeysTexts } from '../../../lib/texts/support-keys';
import { type KeyGroup, KeysSheet, ownKeyGroups, useKeys } from '../../../shared/console/keys';
import { IconButton } from '../../../ui/icon-button/icon-button';

interface ConsolePage {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** The key that opens this page when pressed after G. */
  readonly key: string;
  readonly end?: true;
  /** Starts of the addresses that this page leads to. */
  readonly leadsTo?: readonly string[];
}

const { nav } = supportTexts;

const pagesOf: Readonly<Record<StaffAudience, readonly ConsolePage[]>> = {
  support: [
    {
      to: '/support',
      label: nav.search,
      key: 's',
      Icon: Search,
      end: true,
      leadsTo: ['/support/accounts/', '/support/transfers/', '/support/requests/'],
    },
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

const pagesFor = (roles: readonly Role[]): readonly ConsolePage[] => [
  ...(['moderator', 'evidence', 'support'] as const)
    .filter((audience) => belongsToStaff(audience, roles))
    .flatMap((audience) => pagesOf[audience]),
  secondFactor,
];

const itemClass =
  'relative flex min-h-target items-center gap-2 rounded-12 px-3 py-0 text-14 font-medium whitespace-nowrap text-ink-soft no-underline hover:bg-tone focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink wide:min-h-9.5 [&_svg]:size-4.5 [&_svg]:flex-none';

/** Picks the item with the longest matching path, because the desk's path is the start of the report page's path. */
function currentOf(items: readonly ConsolePage[], address: string): ConsolePage | undefined {
  const pathname = address.endsWith('/evidence') ? '/support/moderation/evidence' : address;
  return items
    .filter(({ to, end, leadsTo = end ? [] : [`${to}/`] }) => {
      return pathname === to || leadsTo.some((start) => pathname.startsWith(start));
    })
    .sort((one, other) => other.to.length - one.to.length)[0];
}

export function SideNav({ roles }: { roles: readonly Role[] }) {
  const items = pagesFor(roles);
  const current = currentOf(items, useLocation().pathname);
  const counts = useWaitingCounts(roles);
  return (
    <nav aria-label={supportTexts.title} className="min-w-0 scrollbar-none overflow-x-auto wide:overflow-visible">
      <ul className="flex gap-1 px-4 py-0.5 wide:flex-col wide:px-3 wide:py-0">
        {items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} aria-current={item === current ? 'page' : undefined} className={itemClass}>
              <item.Icon aria-hidden="true" />
              {item.label}
              <Count of={counts[item.to]} />
            </Link>
          </li>
        ))}
        <li className="wide:mt-3 wide:border-t wide:border-t-line wide:pt-3">
          <Link to="/account" className={itemClass}>
            <ArrowLeft aria-hidden="true" />
            {supportTexts.backToApp}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

function Count({ of }: { of: WaitingCount | undefined }) {
  if (!of || of.count === 0) return null;
  const shown = supportTexts.countOf(whole(of.count), of.isMore);
  return (
    <span className="ml-auto min-w-5.5 rounded-pill bg-tone px-1.5 text-center text-13 text-ink tabular-nums">
      {shown} <span className="sr-only">{supportTexts.waiting}</span>
    </span>
  );
}

interface WaitingCount {
  readonly count: number;
  readonly isMore: boolean;
}

const countedMax = 100;

const counted = (rows: readonly unknown[], nextCursor: string | null): WaitingCount => ({
  count: rows.length,
  isMore: nextCursor !== null,
});

function useWaitingCounts(roles: readonly Role[]): Readonly<Record<string, WaitingCount | undefined>> {
  const forSupport = { ...everyMs(60_000), enabled: belongsToStaff('support', roles) };
  const forModerators = { ...everyMs(60_000), enabled: belongsToStaff('moderator', roles) };
  const waiting = { query: { state: 'waiting', limit: countedMax } } as const;
  const { data: asked } = useRead(supportCorrectionsRoutes.listCorrections, waiting, forSupport);
  const { data: put } = useRead(supportDeadLettersRoutes.listDeadLetters, { query: { limit: countedMax } }, forSupport);
  const open = { query: { state: 'open', limit: 1 } } as const;
  const { data: messages } = useRead(identitySupportRoutes.listFeedback, open, forSupport);
  const one = { query: { status: 'waiting', limit: 1 } } as const;
  const { data: cases } = useRead(moderationRoutes.listCases, one, forModerators);
  return {
    '/support/corrections': asked && counted(asked.corrections, asked.nextCursor),
    '/support/feedback': messages && { count: messages.open, isMore: false },
    '/support/dead-letters': put && counted(put.letters, put.nextCursor),
    '/support/moderation': cases && { count: cases.waiting, isMore: false },
  };
}

const { groups, words } = supportKeysTexts;

export function ConsoleKeys({ roles }: { roles: readonly Role[] }) {
  const navigate = useNavigate();
  const [areShown, setAreShown] = useState(false);
  const [own, setOwn] = useState<readonly KeyGroup[]>([]);
  const pages = pagesFor(roles);
  const show = () => {
    setOwn(ownKeyGroups());
    setAreShown(true);
  };
  useKeys(
    {
      j: () => focusRow(1),
      k: () => focusRow(-1),
      '?': show,
      ...Object.fromEntries(pages.map(({ key, to }) => [`g ${key}`, () => navigate(to)])),
    },
    { isFallback: true },
  );
  return (
    <>
      <IconButton
        label={supportKeysTexts.help}
        icon={<Keyboard />}
        className="justify-self-end wide:col-start-3 [@media(hover:none)]:hidden"
        aria-keyshortcuts="?"
        onClick={show}
      />
      <KeysSheet open={areShown} onClose={() => setAreShown(false)} groups={[...own, ...groupsFor(pages)]} />
    </>
  );
}

const rowTarget = (row: Element): HTMLElement | null => row.querySelector('a') ?? row.querySelector('button');

/** Focuses the link of the next table row, or of the first row if none has the focus; Enter then opens the link. */
function focusRow(step: 1 | -1): void {
  const bodies = [...document.querySelectorAll('tbody')];
  const rows = bodies.flatMap((body) => [...body.rows]).filter(rowTarget);
  const next =
    rows[rows.findIndex((row) => row.contains(document.activeElement)) + step] ?? rows.at(step === 1 ? -1 : 0);
  if (!next) return;
  rowTarget(next)?.focus({ preventScroll: true });
  next.scrollIntoView?.({ block: 'nearest' });
}

const groupsFor = (pages: readonly ConsolePage[]): readonly KeyGroup[] => {
  const searches = pages.some(({ to }) => to === '/support');
  return [
    {
      title: groups.everywhere,
      keys: [
        ...(searches ? ([[['/'], words.search]] as const) : []),
        [['J', 'K'], words.rows],
        [['Enter'], words.open],
        [['Esc'], words.back],
        [['?'], words.keys],
      ],
    },
    ...(searches ? [{ title: groups.account, keys: [[['C'], words.correct]] as const }] : []),
    { title: groups.pages, keys: pages.map(({ key, label }) => [['G', key.toUpperCase()], label] as const) },
  ];
};
