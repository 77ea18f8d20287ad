const needsEscape = /["\\]/;

/** PostgreSQL's text form of a `text[]`. */
export function arrayLiteral(values: readonly string[]): string {
  if (values.length === 0) return '{}';
  return `{"${values.map((value) => (needsEscape.test(value) ? value.replace(/["\\]/g, '\\$&') : value)).join('","')}"}`;
}

export function numberArrayLiteral(values: readonly number[]): string {
  return `{${values.join(',')}}`;
}

/** By code unit: the same order in every process, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
