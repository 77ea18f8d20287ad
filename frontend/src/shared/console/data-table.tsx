import type { ReactNode } from 'react';
import { classNames } from '../../ui/dom/dom';
import { Skeleton } from '../../ui/skeleton/skeleton';

/** On a narrow screen, each row is a block, and the column's name comes before each value. */
const tableClass =
  'w-full border-collapse text-14 leading-[1.4] @max-[641px]:block [&_button]:whitespace-nowrap @max-[641px]:[&_button]:whitespace-normal';
const headClass =
  '@max-[641px]:absolute @max-[641px]:size-px @max-[641px]:overflow-hidden @max-[641px]:[clip-path:inset(50%)]';
/** A finger needs larger targets than a mouse. */
const bodyClass =
  '@max-[641px]:block pointer-coarse:[&_a]:inline-flex pointer-coarse:[&_a]:min-h-target pointer-coarse:[&_a]:min-w-target pointer-coarse:[&_a]:items-center pointer-fine:[&_button]:-my-1 pointer-fine:[&_button]:min-h-8';
const rowClass =
  'h-9 scroll-my-30 border-t border-t-line @max-[641px]:grid @max-[641px]:h-auto @max-[641px]:grid-cols-[minmax(0,1fr)] @max-[641px]:gap-1 @max-[641px]:px-4 @max-[641px]:py-3';
const bodyRowClass = `${rowClass} focus-within:bg-ground hover:bg-ground`;
const roomClass =
  'p-0 wrap-anywhere @min-[641px]:px-3 @min-[641px]:py-[7px] @min-[641px]:align-top @min-[641px]:first:pl-4 @min-[641px]:last:pr-4';
const flowClass =
  '@max-[641px]:flex @max-[641px]:flex-wrap @max-[641px]:items-baseline @max-[641px]:justify-between @max-[641px]:gap-x-4';
const labelClass =
  '@max-[641px]:before:max-w-full @max-[641px]:before:flex-none @max-[641px]:before:font-sans @max-[641px]:before:font-regular @max-[641px]:before:text-ink-soft @max-[641px]:before:content-[attr(data-label)] @max-[641px]:*:min-w-0 @max-[641px]:empty:hidden';
const figureClass = 'font-mono tabular-nums @min-[641px]:text-right @min-[641px]:whitespace-nowrap';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns figures to the right, so that their digits line up. */
  readonly isFigure?: boolean;
  readonly isNarrow?: boolean;
  /** True for a column of sentences. On a phone, they are below the column's name instead of beside it. */
  readonly isProse?: boolean;
}

export const figure = <Row,>(name: string, cell: (row: Row) => ReactNode): Column<Row> => ({
  ...{ name, cell, isFigure: true, isNarrow: true },
});

export interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading; the table then reserves the space of the rows. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  rowsExpected?: number;
  sums?: readonly ReactNode[];
}

export function DataTable<Row>({ caption, columns, rows, rowKey, rowsExpected = 8, sums }: DataTableProps<Row>) {
  return (
    <div className="@container rounded-12 border border-line bg-surface">
      <table className={tableClass} aria-busy={rows === undefined || undefined}>
        <caption className="px-4 pt-3 pb-1 text-left text-ink-soft @max-[641px]:block">{caption}</caption>
        <thead className={headClass}>
          <tr className="h-9">
            {columns.map(({ name, isFigure, isNarrow }) => (
              <th
                key={name}
                scope="col"
                className={classNames(
                  roomClass,
                  'text-13 font-medium whitespace-nowrap text-ink-soft',
                  isFigure ? 'text-right tabular-nums' : 'text-left',
                  isNarrow && 'w-[1%]',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={bodyClass}>
          {rows?.map((row) => (
            <tr key={rowKey(row)} className={bodyRowClass}>
              {columns.map((column, index) => (
                <Cell key={column.name} column={column} isLead={index === 0}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          )) ?? <PendingRows columns={columns} count={rowsExpected} />}
        </tbody>
        {sums && rows && (
          <tfoot className="font-bold @max-[641px]:block">
            <tr className={rowClass}>
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

function Cell({ column: { name, isFigure, isProse }, isLead, children }: CellProps) {
  const className = classNames(
    roomClass,
    isProse ? '@max-[641px]:grid' : flowClass,
    isFigure ? figureClass : 'text-left',
  );
  if (isLead) {
    return (
      <th scope="row" className={`[font-weight:inherit] ${className}`}>
        {children}
      </th>
    );
  }
  return (
    <td className={`${labelClass} ${className}`} data-label={name}>
      {children}
    </td>
  );
}

function PendingRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <tr key={index} className={bodyRowClass}>
      {columns.map(({ name, isFigure }) => (
        <td
          key={name}
          className={classNames(roomClass, flowClass, 'h-9 @max-[641px]:h-[1.4em]', isFigure && '*:ml-auto')}
        >
          <Skeleton width={isFigure ? 56 : '70%'} />
        </td>
      ))}
    </tr>
  ));
}
