import type { ReactNode } from 'react';
import { classNames } from '../../ui/dom/dom';
import { Skeleton } from '../../ui/skeleton/skeleton';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns figures to the right, so that their digits line up. */
  readonly isFigure?: boolean;
  /** The column is only as wide as its words. */
  readonly isNarrow?: boolean;
  /** The column has sentences: on a phone they are below the name, not beside it. */
  readonly isProse?: boolean;
}

/** A column of figures that is only as wide as they are. */
export const narrowFigure = { isFigure: true, isNarrow: true } as const;

interface DataTableProps<Row> {
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  /** Undefined while loading; the table then keeps their room. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  rowsExpected?: number;
  /** Cells of the last row, which sums up: one for each column. */
  sums?: readonly ReactNode[];
}

/** A table on wide screens; on a phone each row is a block of named values. */
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
