import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RewritingProxy {
  readonly url: string;
  /** Maps a path to a text that the proxy appends to answers, as if a newer build were served. */
  readonly added: Map<string, string>;
  close(): Promise<void>;
}

/** Starts a proxy in front of the system that can change answers in the middle of a test. */
export async function rewritingProxy(target: string): Promise<RewritingProxy> {
  const added = new Map<string, string>();
  const server = createServer((incoming, outgoing) => {
    const extra = added.get(incoming.url ?? '');
    const { 'if-none-match': _tag, 'if-modified-since': _date, ...plain } = incoming.headers;
    const headers = extra === undefined ? incoming.headers : { ...plain, 'accept-encoding': 'identity' };
    const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (answer) => {
      const { 'content-length': length, ...rest } = answer.headers;
      const changed = {
        ...rest,
        ...(length ? { 'content-length': Number(length) + Buffer.byteLength(extra ?? '') } : {}),
      };
      outgoing.writeHead(answer.statusCode ?? 502, extra === undefined ? answer.headers : changed);
      answer.on('data', (chunk: Buffer) => outgoing.write(chunk));
      answer.on('end', () => outgoing.end(extra));
      answer.on('error', () => outgoing.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    // An event stream never ends; closing it in the browser must close it at the system.
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    added,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
