import { AccountExport, accountRoutes, requestOf, urlOf } from '@candid/contracts';
import { fetchWithSession, toApiError } from '../../../lib/api/call';
import { ApiError } from '../../../lib/api/errors';

export interface ExportedFile {
  readonly name: string;
  readonly content: Blob;
}

/**
 * Everything that is kept on the person, as the file that the server writes while it reads. `onBytes` hears how much has come.
 * What breaks off on the way is no whole JSON and is thrown as `ApiError` OFFLINE.
 */
export async function exportAccount(onBytes: (bytes: number) => void, signal: AbortSignal): Promise<ExportedFile> {
  const route = accountRoutes.exportAccount;
  const ask = (token?: string) =>
    fetch(urlOf(route, {}), { ...requestOf(route, {}, token), credentials: 'same-origin', signal }).catch((failure) => {
      if (signal.aborted) throw failure;
      throw ApiError.offline();
    });
  const response = await fetchWithSession(ask);
  if (!response.ok) throw toApiError(response, await response.json().catch(() => undefined));
  const text = await textOf(response, onBytes);
  if (!isWhole(text)) throw ApiError.offline();
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? fallbackName, content: new Blob([text], { type: 'application/json' }) };
}

const fallbackName = 'candid-export.json';

async function textOf(response: Response, onBytes: (bytes: number) => void): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    text += decoder.decode(part.value, { stream: true });
    onBytes(bytes);
  }
  return text + decoder.decode();
}

function isWhole(text: string): boolean {
  try {
    return AccountExport.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
