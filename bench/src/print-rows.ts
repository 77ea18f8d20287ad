import type { BenchRow } from './row.js';

const HEADINGS = ['path', 'floor', '', 'figure', 'unit', 'ratio', 'target', 'met'] as const;

/** Prints a table, one row a path. */
export function printRows(rows: readonly BenchRow[]): void {
  const cells = rows.map((row) => [
    row.path,
    row.floorName,
    numeral(row.floor),
    numeral(row.figure),
    row.unit,
    row.ratio.toFixed(2),
    row.target,
    row.met ? 'yes' : 'no',
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((cell) => cell[column]?.length ?? 0)),
  );
  const line = (cell: readonly string[]) =>
    cell
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  console.log(`\n${line(HEADINGS)}`);
  for (const cell of cells) console.log(line(cell));
}

const numeral = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2));
