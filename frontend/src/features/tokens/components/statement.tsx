import { tokensRoutes } from '@candid/contracts';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Answer } from '../../../lib/api/call';
import { formatDateTime } from '../../../lib/format/format';
import { signed, whole } from '../../../lib/language/language';
import { type Pages, usePages } from '../../../lib/query/use-read';
import { statementTexts } from '../../../lib/texts/statement';
import { entryWords } from '../../../lib/tokens/entry-words';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button, LinkButton } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Notice } from '../../../ui/notice/notice';
import { Sign } from '../../../ui/sign/sign';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './statement.module.css';

export type StatementEntry = Answer<typeof tokensRoutes.getStatement>['entries'][number];

const entriesPerPage = 20;
const rowsExpected = 8;

/** All entries of the person's tokens. A change of the balance refreshes the list. */
export function Statement() {
  const asked = { query: { limit: entriesPerPage } };
  const statement = usePages(tokensRoutes.getStatement, asked, ({ entries }) => entries);
  const { refetch } = statement;
  const spendable = useCurrentUser().data?.tokenCount;
  const seen = useRef(spendable);

  useEffect(() => {
    if (seen.current !== undefined && seen.current !== spendable) void refetch();
    seen.current = spendable;
  }, [spendable, refetch]);

  if (statement.isLoadingError) {
    return <LoadProblem text={statementTexts.failed} onRetry={() => refetch()} />;
  }
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
    <div className={styles.statement}>
      {payableTokens > 0 && <Notice>{statementTexts.payable(payableTokens)}</Notice>}
      {held > 0 && <Notice>{statementTexts.held(held)}</Notice>}
      <ol className={styles.entries} aria-label={statementTexts.list}>
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

interface StatementEndProps {
  statement: Pages<StatementEntry>;
  shown: number;
}

/** Loads the next page. After the last page it says so and keeps the focus of the button. */
function StatementEnd({ statement, shown }: StatementEndProps) {
  const end = useRef<HTMLParagraphElement>(null);
  const asked = useRef(false);
  const { hasNextPage } = statement;

  useEffect(() => {
    if (!hasNextPage && asked.current) end.current?.focus();
  }, [hasNextPage]);

  return (
    <div className={styles.end}>
      <p ref={end} tabIndex={-1} role="status" className={styles.shown}>
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
    <div className={styles.statement} role="status" aria-label={statementTexts.loadingMore}>
      <div className={styles.entries}>
        {Array.from({ length: rowsExpected }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div key={index} className={classNames(styles.entry, styles.placeholder)}>
            <Skeleton shape="round" width={36} height={36} />
            <div className={styles.lines}>
              <Skeleton width="55%" />
              <Skeleton width="80%" height="0.875em" />
            </div>
            <Skeleton width={48} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** One entry: its reason, time, amount and the balance after it. */
function StatementRow({ entry, isFirst }: { entry: StatementEntry; isFirst: boolean }) {
  const { title, detail } = entryWords(statementTexts.entries, entry, isFirst);
  const gained = entry.amount > 0;
  return (
    <li className={styles.entry}>
      <Sign icon={gained ? ArrowDownLeft : ArrowUpRight} isGood={gained} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.detail}>{detail}</p>
        <time className={styles.date} dateTime={entry.at}>
          {formatDateTime(entry.at)}
        </time>
      </div>
      <div className={styles.figures}>
        <p className={classNames(styles.amount, gained && styles.gained)}>
          <span aria-hidden="true">{signed(entry.amount)}</span>
          <span className="visually-hidden">{statementTexts.amount(signed(entry.amount))}</span>
        </p>
        <p className={styles.balance}>{statementTexts.balance(whole(entry.balance))}</p>
      </div>
    </li>
  );
}

/** Tokens on hold, which still belong to the person: the ledger balance minus the spendable tokens. */
export function tokensHeld(entries: readonly StatementEntry[], spendable: number): number {
  const booked = entries[0]?.balance ?? 0;
  return Math.max(0, booked - spendable);
}
