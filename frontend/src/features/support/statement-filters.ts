/** Codes that an entry of a user's account can have. */
export const transferCodes = [
  'grant',
  'purchase',
  'hold',
  'reward',
  'refund',
  'restart',
  'correction',
  'expiry',
] as const;

/** Filters as they appear in the address. Days are in UTC, as in the ledger. */
export interface StatementFilters {
  readonly code?: (typeof transferCodes)[number];
  readonly from?: string;
  readonly to?: string;
}

const day = /^\d{4}-\d\d-\d\d$/;

export function filtersOf(search: URLSearchParams): StatementFilters {
  const code = transferCodes.find((known) => known === search.get('code'));
  const from = search.get('from') ?? '';
  const to = search.get('to') ?? '';
  return { ...(code && { code }), ...(day.test(from) && { from }), ...(day.test(to) && { to }) };
}

const dayMs = 86_400_000;

/** Returns the first day (UTC) of the last `days` days. If `days` is 1, that day is today. */
export const firstOfLastDays = (days: number, now = Date.now()): string =>
  new Date(now - (days - 1) * dayMs).toISOString().slice(0, 10);

export const isFiltered = (filters: StatementFilters): boolean => Object.keys(filters).length > 0;
