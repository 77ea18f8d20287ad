import { RemoteError } from '@candid/platform';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { plainRefusal } from '../errors/refusals.js';
import { cookieAttributes, cookieName } from './host-cookie.js';

/** The refresh token travels in this cookie alone. */
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

  /** A session that is over is forgotten; one that could not be checked just now is kept. */
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
