export type Cell = string | number | null;

/** Rows as aligned columns; the last column is left as long as it is. Absent cells are empty. */
export function columns(rows: readonly (readonly Cell[])[], indent = ''): string[] {
  const texts = rows.map((row) => row.map((cell) => String(cell ?? '')));
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  return texts.map(
    (row) =>
      indent +
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
  );
}
