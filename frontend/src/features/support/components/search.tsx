import { identitySupportRoutes, supportTraceRoutes } from '@candid/contracts';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import type { Answer } from '../../../lib/api/call';
import { whole } from '../../../lib/language/language';
import { usePages } from '../../../lib/query/use-pages';
import { useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts, supportActivityTexts } from '../../../lib/texts/support-account';
import { type Column, DataTable, figure } from '../../../shared/console/data-table';
import { useKeys } from '../../../shared/console/keys';
import { Failure } from '../../../shared/console/section';
import { Moment } from '../../../shared/console/values';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { PagedTable } from './paged-table';
import { AccountStatus, type SupportAccount, UserLink } from './values';

type FoundThing = Answer<typeof supportTraceRoutes.searchEverything>['results'][number];

export function SearchField() {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [search] = useSearchParams();
  const asked = search.get('q') ?? '';
  const navigate = useNavigate();
  useKeys(
    {
      '/': () => {
        field.current?.focus();
        field.current?.select();
      },
    },
    { isFallback: true },
  );

  useEffect(() => {
    if (field.current) field.current.value = asked;
  }, [asked]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    navigate(text ? `/support?q=${encodeURIComponent(text)}` : '/support');
    // Moves the focus to the results, because the search may stay on the same page.
    document.getElementById('main')?.focus({ preventScroll: true });
  };

  return (
    <search>
      <form className="relative w-full" onSubmit={submit}>
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-soft"
        />
        <label htmlFor={id} className="sr-only">
          {supportTexts.searchLabel}
        </label>
        <input
          ref={field}
          id={id}
          type="search"
          name="q"
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-keyshortcuts="/"
          placeholder={supportTexts.searchPlaceholder}
          defaultValue={asked}
          className="console-field min-h-target w-full rounded-12 border border-line-strong bg-surface px-11 py-0 text-16 text-ink placeholder:text-ink-faint placeholder:opacity-100 focus-visible:border-transparent focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-ink"
        />
        <span
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rounded-8 border border-line px-2 font-mono text-14 text-ink-soft [.console-field:focus~&]:hidden [@media(hover:none)]:hidden"
          aria-hidden="true"
        >
          {supportTexts.searchKey}
        </span>
      </form>
    </search>
  );
}

const accountColumns: readonly Column<SupportAccount>[] = [
  { name: supportTexts.email, cell: ({ userId, email }) => <Link to={accountPage(userId)}>{email}</Link> },
  { name: supportTexts.status, cell: (account) => <AccountStatus account={account} /> },
  { name: supportTexts.roles, cell: ({ roles }) => roles.map((role) => supportTexts.roleNames[role]).join(', ') },
  { name: supportTexts.since, cell: ({ createdAt }) => <Moment at={createdAt} />, isNarrow: true },
  figure(supportTexts.balance, ({ balance }) => whole(balance)),
  figure(supportTexts.held, ({ held }) => whole(held)),
  figure(supportTexts.available, ({ balance, held }) => whole(balance - held)),
];

const thingColumns: readonly Column<FoundThing>[] = [
  { name: supportTexts.kind, cell: (thing) => <Thing thing={thing} /> },
  { name: supportTexts.what, cell: titleOf },
  { name: supportTexts.when, cell: ({ at }) => at && <Moment at={at} />, isNarrow: true },
  { name: supportTexts.account, cell: ({ userId }) => userId && <UserLink userId={userId} isShort /> },
];

const titles: Readonly<Partial<Record<FoundThing['kind'], Readonly<Record<string, string>>>>> = {
  photo: supportTexts.sections,
  assessment: supportTexts.assessmentStates,
  request: supportActivityTexts.mails,
};

/** Puts the server's names into words. Event types, and methods and paths of requests, stay as they are. */
function titleOf({ kind, title }: FoundThing): string {
  if (kind !== 'transfer') return titles[kind]?.[title] ?? title;
  const [code = '', amount] = title.split(' ');
  const words = (supportAccountTexts.codes as Record<string, string>)[code];
  return words ? [words, supportAccountTexts.tokens(whole(Number(amount)))].join(', ') : title;
}

/** Search results. If the query is a complete address, or the id of something with a page, its page opens. */
export function SearchResults({ text }: { text: string }) {
  const asked = { query: { q: text } };
  const enabled = text !== '';
  const accounts = usePages(identitySupportRoutes.findAccounts, asked, (page) => page.accounts, { enabled });
  const things = useRead(supportTraceRoutes.searchEverything, asked, {
    enabled,
    // Leaves out accounts, because a separate list shows them.
    select: ({ results }) => results.filter(({ kind }) => kind !== 'account'),
  });
  const found = things.data ?? [];
  const page = accounts.data && things.data && onlyPage(text, accounts.data.rows, things.data);
  if (page) return <Navigate to={page} replace />;
  return (
    <div className="grid gap-3">
      {things.error && (
        <Failure error={things.error} text={supportTexts.searchFailed} retry={() => void things.refetch()} />
      )}
      {found.length > 0 && (
        <DataTable
          caption={supportTexts.thingsFound}
          columns={thingColumns}
          rows={found}
          rowKey={({ kind, id }) => `${kind} ${id}`}
        />
      )}
      <PagedTable
        pages={accounts}
        caption={supportTexts.found}
        columns={accountColumns}
        rowKey={({ userId }) => userId}
        failed={supportTexts.searchFailed}
        empty={things.data?.length === 0 && <EmptyState title={supportTexts.nobody} text={supportTexts.nobodyText} />}
      />
    </div>
  );
}

function Thing({ thing: { kind, id, userId } }: { thing: FoundThing }) {
  const words = supportTexts.kinds[kind];
  const to = pageOf(kind, id, userId);
  return to ? <Link to={to}>{words}</Link> : words;
}

/** Returns the page of the only match. A transfer's page also shows its event, which may have the same id. */
function onlyPage(text: string, accounts: readonly SupportAccount[], things: readonly FoundThing[]): string | null {
  const isTransfer = things.some(({ kind }) => kind === 'transfer');
  const shown = things.filter(({ kind }) => !(isTransfer && kind === 'event'));
  const ids = accounts.map(({ userId }) => ({ id: userId, to: accountPage(userId) }));
  const [only, ...others] = [...ids, ...shown.map(({ kind, id }) => ({ id, to: pageOf(kind, id, null) }))];
  // An address finds an account only if it is complete.
  const isExact = text.includes('@') || only?.id.toLowerCase() === text.toLowerCase();
  return only && others.length === 0 && isExact ? only.to : null;
}

const accountPage = (userId: string): string => `/support/accounts/${userId}`;

/** Returns the page of a thing or, if it has none, its owner's account page. */
function pageOf(kind: FoundThing['kind'], id: string, userId: string | null): string | null {
  if (kind === 'transfer') return `/support/transfers/${id}`;
  if (kind === 'event' || kind === 'request') return `/support/requests/${encodeURIComponent(id)}`;
  return userId && accountPage(userId);
}
