import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { normalisedEmail } from '@candid/contracts';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes, cookieName } from './host-cookie.js';

/** The longest that browsers keep a cookie. */
const KEEP_SECONDS = 400 * 24 * 3600;
/** Of the people who log in on one device, those who did last. */
const ACCOUNTS_MAX = 5;
const DEVICE_ID = /^[0-9a-f-]{36}$/;

type Cookies = Pick<FastifyRequest, 'cookies'>;

/**
 * Recognises browsers in which somebody has logged in to an account before. Their tries count apart from a stranger's.
 * The cookie gives no access: it holds an id of the device and, for each account, a signature over both.
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

  /** @returns the id of the device if this account has logged in there */
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
