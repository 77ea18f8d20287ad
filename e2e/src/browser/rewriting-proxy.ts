import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RewritingProxy {
  readonly url: string;
  /** Text added to the answers at these paths from now on, as if a newer build were served. */
  readonly added: Map<string, string>;
  close(): Promise<void>;
}

/** Stands before the system; what a browser loads through it can be changed in the middle of a test. */
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
    // A stream that never ends is left when the browser leaves it.
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
