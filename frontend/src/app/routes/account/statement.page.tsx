import { tokensRoutes } from '@candid/contracts';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Answer } from '../../../lib/api/call';
import { formatDateTime } from '../../../lib/format/format';
import { signed, whole } from '../../../lib/language/language';
import { type Pages, usePages } from '../../../lib/query/use-pages';
import { statementTexts } from '../../../lib/texts/statement';
import { entryWords } from '../../../lib/tokens/entry-words';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button, LinkButton } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Notice } from '../../../ui/notice/notice';
import { Sign } from '../../../ui/sign/sign';
import { Repeated, Skeleton } from '../../../ui/skeleton/skeleton';
import { HeadedScreen } from '../../shell/headed-screen';

export default function StatementPage() {
  return (
    <HeadedScreen title={statementTexts.title} backTo="/account" lead={statementTexts.lead} width="page">
      <Statement />
    </HeadedScreen>
  );
}

const entriesClass = 'overflow-hidden rounded-16 border border-line bg-surface';
const entryClass =
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-3 px-4 py-3 max-[261px]:grid-cols-1 wide:items-center wide:px-5 wide:py-3 [&+&]:border-t [&+&]:border-t-line';

export type StatementEntry = Answer<typeof tokensRoutes.getStatement>['entries'][number];

export function Statement() {
  const statement = usePages(tokensRoutes.getStatement, { query: { limit: 20 } }, ({ entries }) => entries);
  const { refetch } = statement;
  const spendable = useCurrentUser().data?.tokenCount;
  const seen = useRef(spendable);

  useEffect(() => {
    if (seen.current !== undefined && seen.current !== spendable) void refetch();
    seen.current = spendable;
  }, [spendable, refetch]);

  if (statement.isLoadingError) return <LoadProblem text={statementTexts.failed} onRetry={refetch} />;
  if (!statement.data) return <StatementSkeleton />;
  const { rows: entries, first } = statement.data;
  const payableTokens = first?.payableTokens ?? 0;
  if (entries.length === 0) {
    return (
      <EmptyState
        title={statementTexts.none}
        text={statementTexts.noneText}
        action={
          <LinkButton to="/feed" variant="primary">
            {statementTexts.assessOthers}
          </LinkButton>
        }
      />
    );
  }
  const held = spendable === undefined || statement.isFetching ? 0 : tokensHeld(entries, spendable);
  return (
    <div className="grid gap-4">
      {payableTokens > 0 && <Notice>{statementTexts.payable(payableTokens)}</Notice>}
      {held > 0 && <Notice>{statementTexts.held(held)}</Notice>}
      <ol className={entriesClass} aria-label={statementTexts.list}>
        {entries.map((entry, index) => (
          <StatementRow
            key={entry.entryId}
            entry={entry}
            isFirst={!statement.hasNextPage && index === entries.length - 1}
          />
        ))}
      </ol>
      <StatementEnd statement={statement} shown={entries.length} />
    </div>
  );
}

/** Loads the next page. After the last page the button disappears, and its focus moves to the end of the list. */
function StatementEnd({ statement, shown }: { statement: Pages<StatementEntry>; shown: number }) {
  const end = useRef<HTMLParagraphElement>(null);
  const asked = useRef(false);
  const { hasNextPage } = statement;

  useEffect(() => {
    if (!hasNextPage && asked.current) end.current?.focus();
  }, [hasNextPage]);

  return (
    <div className="grid gap-3">
      <p ref={end} tabIndex={-1} role="status" className="text-center text-14 text-ink-soft">
        {statementTexts.shown(shown)} {!hasNextPage && statementTexts.all}
      </p>
      {statement.isFetchNextPageError && <Notice tone="danger">{statementTexts.failed}</Notice>}
      {hasNextPage && (
        <Button
          block
          aria-busy={statement.isFetchingNextPage}
          onClick={() => {
            asked.current = true;
            void statement.fetchNextPage();
          }}
        >
          {statement.isFetchingNextPage ? statementTexts.loadingMore : statementTexts.showMore}
        </Button>
      )}
    </div>
  );
}

function StatementSkeleton() {
  return (
    <div className="grid gap-4" role="status" aria-label={statementTexts.loadingMore}>
      <div className={entriesClass}>
        <Repeated times={8}>
          <div className={classNames(entryClass, 'h-[91px] content-center wide:h-16.5')}>
            <Skeleton shape="round" width={36} height={36} />
            <div className="grid gap-2">
              <Skeleton width="55%" />
              <Skeleton width="80%" height="0.875em" />
            </div>
            <Skeleton width={48} />
          </div>
        </Repeated>
      </div>
    </div>
  );
}

function StatementRow({ entry, isFirst }: { entry: StatementEntry; isFirst: boolean }) {
  const { title, detail } = entryWords(statementTexts.entries, entry, isFirst);
  const gained = entry.amount > 0;
  return (
    <li className={entryClass}>
      <Sign icon={gained ? ArrowDownLeft : ArrowUpRight} isGood={gained} />
      <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_auto] wide:items-center wide:gap-x-4">
        <p className="leading-[1.3] font-bold">{title}</p>
        <p className="text-14 leading-[1.4] text-ink-soft">{detail}</p>
        <time
          className="text-14 leading-[1.4] text-ink-faint tabular-nums wide:col-2 wide:row-[1/span_2]"
          dateTime={entry.at}
        >
          {formatDateTime(entry.at)}
        </time>
      </div>
      <div className="grid justify-items-end text-right max-[261px]:justify-items-start max-[261px]:text-left wide:min-w-24">
        <p className={classNames('leading-[1.3] font-heavy tabular-nums', gained && 'text-success')}>
          <span aria-hidden="true">{signed(entry.amount)}</span>
          <span className="sr-only">{statementTexts.amount(signed(entry.amount))}</span>
        </p>
        <p className="text-14 leading-[1.4] text-ink-soft tabular-nums">
          {statementTexts.balance(whole(entry.balance))}
        </p>
      </div>
    </li>
  );
}

/** Tokens on hold, which still belong to the person: the ledger balance minus the spendable tokens. */
export const tokensHeld = ([newest]: readonly StatementEntry[], spendable: number): number =>
  Math.max(0, (newest?.balance ?? 0) - spendable);
