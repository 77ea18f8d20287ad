import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { normalisedEmail } from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { plainRefusal } from '../kernel/refusals.js';

/** Only this cookie carries the refresh token. */
export class RefreshCookie {
  private readonly name: string;

  constructor(private readonly secure: boolean) {
    this.name = cookieName('candid_refresh', secure);
  }

  set(reply: FastifyReply, session: { refreshToken: string; refreshExpiresAt: string }): void {
    const expires = new Date(session.refreshExpiresAt);
    reply.setCookie(this.name, session.refreshToken, { ...cookieAttributes(this.secure), expires });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.name, cookieAttributes(this.secure));
  }

  /** Removes the cookie of a session that has ended, unless the identity service could not check the session. */
  clearUnlessUnavailable(reply: FastifyReply, error: unknown): void {
    if (error instanceof RemoteError && error.code === 'UNAUTHENTICATED') this.clear(reply);
  }

  peek(request: FastifyRequest): string | undefined {
    return request.cookies[this.name];
  }

  /** @throws RefusalError `UNAUTHENTICATED` without a cookie */
  read(request: FastifyRequest): string {
    const token = this.peek(request);
    if (!token) throw plainRefusal('UNAUTHENTICATED');
    return token;
  }
}

/** The maximum lifetime of a cookie in browsers. */
const KEEP_SECONDS = 400 * 24 * 3600;

const ACCOUNTS_MAX = 5;
const DEVICE_ID = /^[0-9a-f-]{36}$/;

type Cookies = Pick<FastifyRequest, 'cookies'>;

/**
 * Recognises browsers in which an account has logged in before. Their log-in tries are counted separately. The cookie
 * gives no access: it contains the device's id and, for each account, a signature over account and id.
 */
export class KnownDevices {
  private readonly key: Buffer;
  private readonly name: string;

  constructor(
    secret: string,
    private readonly secure: boolean,
  ) {
    this.key = createHmac('sha256', secret).update('known devices').digest();
    this.name = cookieName('candid_device', secure);
  }

  /** @returns the id of the device if this account has logged in on it */
  find(request: Cookies, email: string): string | undefined {
    const { deviceId, signatures } = this.read(request);
    if (deviceId === undefined) return undefined;
    const expected = Buffer.from(this.sign(deviceId, email));
    const isKnown = signatures.some((sent) => {
      const given = Buffer.from(sent);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return isKnown ? deviceId : undefined;
  }

  remember(request: Cookies, reply: FastifyReply, typedEmail: string): void {
    const email = normalisedEmail(typedEmail);
    if (email === undefined) return;
    const known = this.read(request);
    const deviceId = known.deviceId ?? randomUUID();
    const signature = this.sign(deviceId, email);
    const others = known.signatures.filter((other) => other !== signature);
    const value = [deviceId, signature, ...others].slice(0, 1 + ACCOUNTS_MAX).join('.');
    reply.setCookie(this.name, value, { ...cookieAttributes(this.secure), maxAge: KEEP_SECONDS });
  }

  private read({ cookies }: Cookies): { deviceId?: string; signatures: string[] } {
    const [deviceId = '', ...signatures] = (cookies[this.name] ?? '').split('.');
    return DEVICE_ID.test(deviceId) ? { deviceId, signatures: signatures.slice(0, ACCOUNTS_MAX) } : { signatures: [] };
  }

  private sign(deviceId: string, email: string): string {
    return createHmac('sha256', this.key).update(`${deviceId} ${email}`).digest('base64url');
  }
}

/** The prefix makes browsers accept the cookie only over HTTPS and from exactly this host. */
const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

const cookieAttributes = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'strict', secure }) as const;

/** The first match counts, because Edge, for example, also sends the names Chrome and Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns, for example, `Firefox on Windows`, or undefined. Versions are omitted: they would identify a device. */
export function deviceLabel(userAgent: string | undefined): string | undefined {
  const nameOf = (known: typeof BROWSERS) => known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const named = [nameOf(BROWSERS), nameOf(SYSTEMS)].filter((name) => name !== undefined);
  return named.length > 0 ? named.join(' on ') : undefined;
}
