import { AccountExport, accountRoutes, requestOf, urlOf } from '@candid/contracts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { fetchWithSession, toApiError } from '../../../lib/api/call';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { yourDataTexts } from '../../../lib/texts/your-data';
import { Button } from '../../../ui/button/button';
import { saveFile } from '../../../ui/dom/dom';
import { Notice } from '../../../ui/notice/notice';
import { pointsClass } from './account-classes';

interface ExportedFile {
  readonly name: string;
  readonly content: Blob;
}

/**
 * Fetches all data about the person as a file that the server streams. Calls `onBytes` with the bytes received so far. If the
 * stream breaks off, the JSON is incomplete, so this throws `ApiError` OFFLINE.
 */
async function exportAccount(onBytes: (bytes: number) => void, signal: AbortSignal): Promise<ExportedFile> {
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

/** Says what the file contains, and how much of it has arrived during the download. */
export function ExportAccount() {
  const [bytes, setBytes] = useState(0);
  const exporting = useMutation({
    mutationFn: () => exportAccount(setBytes, new AbortController().signal),
    onMutate: () => setBytes(0),
    onSuccess: ({ name, content }) => saveFile(name, content),
    retry: false,
  });
  return (
    <>
      <p className="text-ink-soft">{yourDataTexts.exportLead}</p>
      <ul className={pointsClass}>
        {yourDataTexts.exportContains.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <p className="text-14 text-ink-soft">{yourDataTexts.exportNote}</p>
      <Button block icon={<Download />} busy={exporting.isPending} onClick={() => exporting.mutate()}>
        {exporting.isPending ? yourDataTexts.exporting : yourDataTexts.export}
      </Button>
      <div role="status" className="text-14 text-ink-soft tabular-nums empty:hidden">
        {exporting.isPending && bytes > 0 && yourDataTexts.exported(bytes)}
        {exporting.isSuccess && yourDataTexts.exportDone(exporting.data.name)}
      </div>
      {exporting.isError && <Notice tone="danger">{messageOf(exporting.error, yourDataTexts.exportFailed)}</Notice>}
    </>
  );
}
