import {
  belongsToStaff,
  moderationRoutes,
  type Role,
  supportCorrectionsRoutes,
  supportDeadLettersRoutes,
} from '@candid/contracts';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { whole } from '../../../lib/language/language';
import { everyMs } from '../../../lib/query/query-client';
import { useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { type ConsolePage, pagesFor } from '../console-pages';

const itemClass =
  'relative flex min-h-target items-center gap-2 rounded-12 px-3 py-0 text-14 font-medium whitespace-nowrap text-ink-soft no-underline hover:bg-tone focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink wide:min-h-9.5 [&_svg]:size-4.5 [&_svg]:flex-none';

/** Picks the item with the longest matching path: the report page lies below the path of the desk. */
function currentOf(items: readonly ConsolePage[], pathname: string): ConsolePage | undefined {
  return items
    .filter(({ to, end }) => pathname === to || (!end && pathname.startsWith(`${to}/`)))
    .sort((one, other) => other.to.length - one.to.length)[0];
}

/** A column at the side; on a phone a strip that scrolls sideways. */
export function SideNav({ roles }: { roles: readonly Role[] }) {
  const items = pagesFor(roles);
  const current = currentOf(items, useLocation().pathname);
  const counts = useWaitingCounts(roles);
  return (
    <nav aria-label={supportTexts.navigation} className="min-w-0 scrollbar-none overflow-x-auto wide:overflow-visible">
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

/** Number of waiting things; nothing if it is zero or unknown. */
function Count({ of }: { of: WaitingCount | undefined }) {
  if (!of || of.count === 0) return null;
  const shown = supportTexts.countOf(whole(of.count), of.isMore);
  return (
    <span className="ml-auto min-w-5.5 rounded-pill bg-tone px-1.5 text-center text-13 text-ink tabular-nums">
      {shown} <span className="sr-only">{supportTexts.waiting}</span>
    </span>
  );
}

/** Number of things that wait on a page; `isMore` if there are more than the server counts at once. */
interface WaitingCount {
  readonly count: number;
  readonly isMore: boolean;
}

const countedMax = 100;

const counted = (rows: readonly unknown[], nextCursor: string | null): WaitingCount => ({
  count: rows.length,
  isMore: nextCursor !== null,
});

/**
 * Counts by the address of their page, for the pages that these roles may open. Feedback has no count: no record says which
 * messages were answered, and the audit log would record each read.
 */
function useWaitingCounts(roles: readonly Role[]): Readonly<Record<string, WaitingCount | undefined>> {
  const forSupport = { ...everyMs(60_000), enabled: belongsToStaff('support', roles) };
  const forModerators = { ...everyMs(60_000), enabled: belongsToStaff('moderator', roles) };
  const waiting = { query: { state: 'waiting', limit: countedMax } } as const;
  const { data: asked } = useRead(supportCorrectionsRoutes.listCorrections, waiting, forSupport);
  const { data: put } = useRead(supportDeadLettersRoutes.listDeadLetters, { query: { limit: countedMax } }, forSupport);
  const one = { query: { status: 'waiting', limit: 1 } } as const;
  const { data: cases } = useRead(moderationRoutes.listCases, one, forModerators);
  return {
    '/support/corrections': asked && counted(asked.corrections, asked.nextCursor),
    '/support/dead-letters': put && counted(put.letters, put.nextCursor),
    '/support/moderation': cases && { count: cases.waiting, isMore: false },
  };
}
