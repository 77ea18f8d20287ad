import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { BrowserSubscription } from '@candid/contracts';

const platform = '../../../../packages/platform/src/nats/certificates/';
const certificate = (name: string) => readFileSync(new URL(`${platform}${name}`, import.meta.url), 'utf8');

interface ReceivedPush {
  headers: IncomingMessage['headers'];
  /** The decrypted message. */
  notice: unknown;
}

/** A browser at the push service, with the keys that only it knows. */
export interface Browser {
  subscription: BrowserSubscription;
  received: ReceivedPush[];
}

/**
 * A push service on this machine (RFC 8030). It takes a message only if the VAPID token is valid for the key with which
 * the browser subscribed (RFC 8292) and if the browser can decrypt the message (RFC 8291).
 */
export async function startPushServer() {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certificate('ca.crt')]);
  const browsers = new Map<string, Browser & { applicationServerKey: string; decrypt: (body: Buffer) => string }>();
  const faults: string[] = [];
  let answers: number[] = [];
  let calls = 0;
  const server = createServer({ cert: certificate('tls.crt'), key: certificate('tls.key') }, async (request, reply) => {
    calls += 1;
    const status = answers.shift() ?? 201;
    const body = Buffer.concat(await request.toArray());
    const browser = browsers.get(request.url!);
    const fault = browser ? faultOf(request, body, browser.applicationServerKey) : 'nobody subscribed here';
    if (fault) faults.push(fault);
    else if (status === 201) {
      browser!.received.push({ headers: request.headers, notice: JSON.parse(browser!.decrypt(body)) });
    }
    reply.writeHead(fault ? 400 : status).end('an answer that nobody reads');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    port,
    faults,
    calls: () => calls,
    /** Sets the statuses of the next answers; later ones are 201. */
    answer(...statuses: number[]): void {
      answers = statuses;
    },
    subscribe(applicationServerKey: string): Browser {
      const keys = createECDH('prime256v1');
      const [point, auth, path] = [keys.generateKeys(), randomBytes(16), `/wpush/${randomBytes(16).toString('hex')}`];
      const subscription = {
        endpoint: `https://127.0.0.1:${port}${path}`,
        keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
      };
      const browser = { subscription, received: [] };
      const decrypt = (body: Buffer) => decrypted(body, { keys, point, auth });
      browsers.set(path, { ...browser, applicationServerKey, decrypt });
      return browser;
    },
    async stop(): Promise<void> {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type PushServer = Awaited<ReturnType<typeof startPushServer>>;

/** Returns why a push service refuses the message; undefined if it takes it. */
function faultOf({ method, headers, socket }: IncomingMessage, body: Buffer, applicationServerKey: string) {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (method !== 'POST' || !/^\d+$/.test(String(headers['ttl']))) return 'no TTL';
  if (headers['content-encoding'] !== 'aes128gcm' || body.length > 4096) return 'no aes128gcm of at most 4096 bytes';
  if (!/^[\w-]{1,32}$/.test(String(headers['topic']))) return 'no topic';
  if (token === undefined || key !== applicationServerKey) return 'not signed with the key of the subscription';
  const [header, claims, signature] = token.split('.') as [string, string, string];
  const point = Buffer.from(key, 'base64url');
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, format: 'jwk' });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = verify('sha256', Buffer.from(`${header}.${claims}`), signed, Buffer.from(signature, 'base64url'));
  if (!isSigned) return 'a wrong signature';
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const inSeconds = exp - Date.now() / 1_000;
  const isCurrent = inSeconds > 0 && inSeconds <= 24 * 3_600;
  if (aud !== `https://127.0.0.1:${socket.localPort}` || !isCurrent || !/^mailto:[^\s<>@]+@[^\s<>@]+$/.test(sub)) {
    return `wrong claims: ${claims}`;
  }
  return undefined;
}

/** RFC 8291, section 3.4; the body is one record of RFC 8188. */
function decrypted(
  body: Buffer,
  { keys, point, auth }: { keys: ReturnType<typeof createECDH>; point: Buffer; auth: Buffer },
): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body[20]!)];
  const derive = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender]);
  const secret = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const record = body.subarray(21 + sender.length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
