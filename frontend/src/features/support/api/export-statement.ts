import { requestOf, supportLedgerRoutes, urlOf } from '@candid/contracts';
import { fetchWithSession, toApiError } from '../../../lib/api/call';
import { ApiError } from '../../../lib/api/errors';
import type { StatementFilters } from '../hooks/statement-filters';

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
