import type { Transport } from './call';

export interface SentBytes {
  readonly sent: number;
  readonly total: number;
}

/** Reports the upload progress, which `fetch` cannot. Rejects like `fetch`. */
export function countedTransport(onSent: (bytes: SentBytes) => void): Transport {
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onSent({ sent: loaded, total });
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError(`${url} could not be reached`));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit | null);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText, {
    status: request.status,
    headers: retryAfter ? { 'retry-after': retryAfter } : {},
  });
}
