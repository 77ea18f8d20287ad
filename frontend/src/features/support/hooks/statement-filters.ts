/** Those that an entry of a user's account can have. */
export const transferCodes = ['grant', 'purchase', 'hold', 'reward', 'refund', 'correction', 'expiry'] as const;

/** As they stand in the address; days are in UTC, as the books are. */
export interface StatementFilters {
  readonly code?: (typeof transferCodes)[number];
  readonly from?: string;
  readonly to?: string;
}

const day = /^\d{4}-\d\d-\d\d$/;

/** What the address says and means something; the rest is as if it were not there. */
export function filtersOf(search: URLSearchParams): StatementFilters {
  const code = transferCodes.find((known) => known === search.get('code'));
  const from = search.get('from') ?? '';
  const to = search.get('to') ?? '';
  return { ...(code && { code }), ...(day.test(from) && { from }), ...(day.test(to) && { to }) };
}

export const isFiltered = (filters: StatementFilters): boolean => Object.keys(filters).length > 0;
