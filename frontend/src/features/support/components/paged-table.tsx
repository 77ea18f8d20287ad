import { type ReactNode, useEffect, useRef } from 'react';
import { signed, whole } from '../../../lib/language/language';
import type { Pages } from '../../../lib/query/use-pages';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { type Column, DataTable, type DataTableProps, figure } from '../../../shared/console/data-table';
import { Failure } from '../../../shared/console/section';
import { Button } from '../../../ui/button/button';

/** Columns for the amount of a posting and the balance after it. Platform accounts have no balance. */
export const amountColumns: readonly Column<{ amount: number; balance: number | null }>[] = [
  figure(supportAccountTexts.out, ({ amount }) => amount < 0 && signed(amount)),
  figure(supportAccountTexts.into, ({ amount }) => amount > 0 && signed(amount)),
  figure(supportAccountTexts.runningBalance, ({ balance }) => balance !== null && whole(balance)),
];

interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'sums'> {
  pages: Pages<Row>;
  failed: string;
  empty: ReactNode;
}

export function PagedTable<Row>({ pages, failed, empty, ...table }: PagedTableProps<Row>) {
  const { error } = pages;
  const rows = pages.data?.rows;
  if (rows === undefined && error) {
    return <Failure error={error} text={failed} retry={() => void pages.refetch()} />;
  }
  if (rows?.length === 0) return empty;
  return (
    <div className="grid gap-3">
      <DataTable {...table} rows={rows} />
      {error && <Failure error={error} text={failed} retry={() => void pages.fetchNextPage()} />}
      {rows && <End pages={pages} shown={rows.length} />}
    </div>
  );
}

/** Footer of the table. After the last page it takes the focus of the button, which then disappears. */
function End<Row>({ pages, shown }: { pages: Pages<Row>; shown: number }) {
  const end = useRef<HTMLParagraphElement>(null);
  const asked = useRef(false);
  const { hasNextPage, isFetchingNextPage } = pages;

  useEffect(() => {
    if (!hasNextPage && asked.current) end.current?.focus();
  }, [hasNextPage]);

  return (
    <div className="flex min-h-9 flex-wrap items-center gap-3">
      <p ref={end} tabIndex={-1} role="status" className="text-14 text-ink-soft">
        {supportTexts.rowsShown(shown)} {!hasNextPage && supportTexts.everything}
      </p>
      {hasNextPage && (
        <Button
          size="s"
          aria-busy={isFetchingNextPage}
          onClick={() => {
            asked.current = true;
            void pages.fetchNextPage();
          }}
        >
          {isFetchingNextPage ? supportTexts.loading : supportTexts.showMore}
        </Button>
      )}
    </div>
  );
}
