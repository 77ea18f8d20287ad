import { RemoteError } from '@candid/platform';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { plainRefusal } from '../errors/refusals.js';

const NAME = 'candid_refresh';
const PATH = '/api/auth';

/** The refresh token travels in this cookie alone: HttpOnly, SameSite=Strict, sent to the two calls that need it. */
export class RefreshCookie {
  constructor(private readonly secure: boolean) {}

  set(reply: FastifyReply, session: { refreshToken: string; refreshExpiresAt: string }): void {
    reply.setCookie(NAME, session.refreshToken, { ...this.attributes(), expires: new Date(session.refreshExpiresAt) });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(NAME, this.attributes());
  }

  /** A session that is over is forgotten; one that could not be checked just now is kept. */
  clearUnlessUnavailable(reply: FastifyReply, error: unknown): void {
    if (error instanceof RemoteError && error.code === 'UNAUTHENTICATED') this.clear(reply);
  }

  peek(request: FastifyRequest): string | undefined {
    return request.cookies[NAME];
  }

  /** @throws RefusalError `UNAUTHENTICATED` without a cookie */
  read(request: FastifyRequest): string {
    const token = this.peek(request);
    if (!token) throw plainRefusal('UNAUTHENTICATED');
    return token;
  }

  private attributes() {
    return { path: PATH, httpOnly: true, sameSite: 'strict', secure: this.secure } as const;
  }
}
