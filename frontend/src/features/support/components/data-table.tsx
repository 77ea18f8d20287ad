import { type ReactNode, useEffect, useRef } from 'react';
import { signed, whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { Button } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import type { Pages } from '../api/pages';
import styles from './data-table.module.css';
import { Failure } from './section';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, so that digits stand under digits. */
  readonly isFigure?: boolean;
  /** As wide as its words only. */
  readonly isNarrow?: boolean;
  /** Sentences: on a phone below the name, not beside it. */
  readonly isProse?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  /** Undefined: still on their way, with their room kept. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  rowsExpected?: number;
  /** Of the last row, which sums up: a cell for each column. */
  sums?: readonly ReactNode[];
}

/** A table where there is room; on a phone each row is a block of named values. */
export function DataTable<Row>({ caption, columns, rows, rowKey, rowsExpected = 8, sums }: DataTableProps<Row>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-busy={rows === undefined || undefined}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isFigure, isNarrow }) => (
              <th key={name} scope="col" className={classNames(isFigure && styles.figure, isNarrow && styles.narrow)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) => (
                <Cell key={column.name} column={column} isLead={index === 0}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          )) ?? <PendingRows columns={columns} count={rowsExpected} />}
        </tbody>
        {sums && rows && (
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <Cell key={column.name} column={column} isLead={index === 0}>
                  {sums[index]}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface CellProps {
  column: Pick<Column<never>, 'name' | 'isFigure' | 'isProse'>;
  isLead: boolean;
  children: ReactNode;
}

function Cell({ column, isLead, children }: CellProps) {
  const className = classNames(column.isFigure && styles.figure, column.isProse && styles.prose);
  if (isLead) {
    return (
      <th scope="row" className={className}>
        {children}
      </th>
    );
  }
  return (
    <td className={className} data-label={column.name}>
      {children}
    </td>
  );
}

function PendingRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <tr key={index} className={styles.pending}>
      {columns.map(({ name, isFigure }) => (
        <td key={name} className={isFigure ? styles.figure : undefined}>
          <Skeleton width={isFigure ? 56 : '70%'} />
        </td>
      ))}
    </tr>
  ));
}

/** What a posting took or gave, and the account's balance after it; a platform account has none. */
export const amountColumns: readonly Column<{ amount: number; balance: number | null }>[] = [
  {
    name: supportAccountTexts.out,
    cell: ({ amount }) => (amount < 0 ? signed(amount) : null),
    isFigure: true,
    isNarrow: true,
  },
  {
    name: supportAccountTexts.into,
    cell: ({ amount }) => (amount > 0 ? signed(amount) : null),
    isFigure: true,
    isNarrow: true,
  },
  {
    name: supportAccountTexts.runningBalance,
    cell: ({ balance }) => (balance === null ? null : whole(balance)),
    isFigure: true,
    isNarrow: true,
  },
];

interface PagedTableProps<Row> {
  pages: Pages<Row>;
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  failed: string;
  /** In place of a table without rows. */
  empty: ReactNode;
}

/** A list that can grow: its rows so far, and the way to more of them. */
export function PagedTable<Row>({ pages, caption, columns, rowKey, failed, empty }: PagedTableProps<Row>) {
  const { rows, error, retry } = pages;
  if (rows === undefined && error) return <Failure error={error} text={failed} retry={retry} />;
  if (rows?.length === 0) return empty;
  return (
    <div className={styles.list}>
      <DataTable caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
      {error && <Failure error={error} text={failed} retry={pages.showMore} />}
      {rows && <End pages={pages} shown={rows.length} />}
    </div>
  );
}

/** Once there is no more it says so, and keeps the focus that the button had. */
function End<Row>({ pages, shown }: { pages: Pages<Row>; shown: number }) {
  const end = useRef<HTMLParagraphElement>(null);
  const asked = useRef(false);
  const { hasMore, isLoadingMore } = pages;

  useEffect(() => {
    if (!hasMore && asked.current) end.current?.focus();
  }, [hasMore]);

  return (
    <div className={styles.end}>
      <p ref={end} tabIndex={-1} role="status" className={styles.shown}>
        {supportTexts.rowsShown(shown)} {!hasMore && supportTexts.everything}
      </p>
      {hasMore && (
        <Button
          size="s"
          aria-busy={isLoadingMore}
          onClick={() => {
            asked.current = true;
            pages.showMore();
          }}
        >
          {isLoadingMore ? supportTexts.loading : supportTexts.showMore}
        </Button>
      )}
    </div>
  );
}
