import { useEffect, useRef } from 'react';
import { errorTexts } from '../../../lib/texts/errors';
import { statementTexts } from '../../../lib/texts/statement';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button } from '../../../ui/button/button';
import { LinkButton } from '../../../ui/button/link-button';
import { classNames } from '../../../ui/class-names/class-names';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { useStatement } from '../api/statement';
import { tokensHeld } from '../hooks/tokens-held';
import styles from './statement.module.css';
import { StatementRow } from './statement-row';

const rowsExpected = 8;

/** Every movement of the person's tokens; a balance that changes meanwhile brings the list up to date. */
export function Statement() {
  const statement = useStatement();
  const { refetch } = statement;
  const spendable = useCurrentUser().data?.tokenCount;
  const seen = useRef(spendable);

  useEffect(() => {
    if (seen.current !== undefined && seen.current !== spendable) void refetch();
    seen.current = spendable;
  }, [spendable, refetch]);

  if (statement.isLoadingError) {
    return (
      <Notice
        tone="danger"
        action={
          <Button size="s" onClick={() => refetch()}>
            {errorTexts.retry}
          </Button>
        }
      >
        {statementTexts.failed}
      </Notice>
    );
  }
  if (!statement.data) return <StatementSkeleton />;
  const entries = statement.data;
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
  statement: Pick<
    ReturnType<typeof useStatement>,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
  shown: number;
}

/** Asks for the next page; once there is none it says so and keeps the focus that the button had. */
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
