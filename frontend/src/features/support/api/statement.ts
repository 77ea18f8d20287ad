import { requestOf, supportLedgerRoutes, urlOf } from '@candid/contracts';
import { type Answer, call, fetchWithSession, toApiError } from '../../../lib/api/call';
import { ApiError } from '../../../lib/api/errors';
import { usePages } from './pages';

/** Those that an entry of a user's account can have. */
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

const dayMs = 86_400_000;

/** The day (UTC) on which the last so many days begin; the last one is today alone. */
export const firstOfLastDays = (days: number, now = Date.now()): string =>
  new Date(now - (days - 1) * dayMs).toISOString().slice(0, 10);

export const isFiltered = (filters: StatementFilters): boolean => Object.keys(filters).length > 0;

export type AccountEntry = Answer<typeof supportLedgerRoutes.getAccountStatement>['entries'][number];

export function useAccountStatement(userId: string, filters: StatementFilters) {
  const { code = '', from = '', to = '' } = filters;
  return usePages(
    ['statement', userId, code, from, to],
    ({ query, signal }) =>
      call(supportLedgerRoutes.getAccountStatement, { params: { userId }, query: { ...query, ...filters }, signal }),
    ({ entries }) => entries,
  );
}

/**
 * The entries as the server streams them, into a file that the browser holds outside the page's memory. `onBytes` hears how
 * much has come. Throws `ApiError`: a refusal, or OFFLINE where the stream breaks off.
 */
export async function exportStatement(
  query: StatementFilters & { userId: string },
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const route = supportLedgerRoutes.exportStatement;
  const ask = (token?: string) =>
    fetch(urlOf(route, { query }), { ...requestOf(route, {}, token), credentials: 'same-origin' });
  const response = await fetchWithSession(ask).catch(() => {
    throw ApiError.offline();
  });
  if (!response.ok) throw toApiError(response, await response.json().catch(() => undefined));
  const counted = response.body?.pipeThrough(counting(onBytes)) ?? null;
  return new Response(counted, { headers: { 'content-type': 'text/csv' } }).blob().catch(() => {
    throw ApiError.offline();
  });
}

function counting(onBytes: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(part, controller) {
      bytes += part.byteLength;
      onBytes(bytes);
      controller.enqueue(part);
    },
  });
}
