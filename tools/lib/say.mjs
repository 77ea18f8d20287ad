export const say = (line = '') => console.log(line);

export const seconds = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

export function columns(rows, indent = '  ') {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows.map(
    (row) =>
      indent +
      row
        .map((cell, column) => String(cell).padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
  );
}
