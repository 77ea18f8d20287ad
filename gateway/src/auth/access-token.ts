import { Role, UserId } from '@candid/contracts';
import { importSPKI, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Caller } from '../http/call.js';

const Claims = z.object({ sub: UserId, roles: z.array(Role), sid: z.string(), exp: z.number() });

const CLOCK_TOLERANCE_SECONDS = 5;
const KNOWN_MAX = 10_000;

/**
 * Verifies access tokens (JWT, ES256) with the identity service's public key. What a signature says does not change: a
 * verified token is known by its bytes until it expires.
 */
export class AccessTokens {
  private readonly verified = new Map<string, Caller>();

  private constructor(
    private readonly key: Awaited<ReturnType<typeof importSPKI>>,
    private readonly knownMax: number,
  ) {}

  static async fromPem(pem: string, { knownMax = KNOWN_MAX }: { knownMax?: number } = {}): Promise<AccessTokens> {
    return new AccessTokens(await importSPKI(pem, 'ES256'), knownMax);
  }

  get knownCount(): number {
    return this.verified.size;
  }

  /** @returns the caller of a token that was verified before and is not expired; undefined says nothing about the token */
  known(authorization: string | undefined): Caller | undefined {
    const caller = authorization === undefined ? undefined : this.verified.get(authorization);
    if (!caller || caller.expiresAtMs > Date.now()) return caller;
    this.verified.delete(authorization!);
    return undefined;
  }

  /** @returns the caller, or undefined when the token is missing, malformed, expired or not ours */
  async verify(authorization: string | undefined): Promise<Caller | undefined> {
    const known = this.known(authorization);
    if (known) return known;
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1];
    if (!token) return undefined;
    try {
      const { payload } = await jwtVerify(token, this.key, {
        algorithms: ['ES256'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      const claims = Claims.parse(payload);
      const expiresAtMs = (claims.exp + CLOCK_TOLERANCE_SECONDS) * 1_000;
      const caller = { userId: claims.sub, roles: claims.roles, sessionId: claims.sid, expiresAtMs };
      if (this.verified.size >= this.knownMax) this.verified.delete(this.verified.keys().next().value!);
      this.verified.set(authorization!, caller);
      return caller;
    } catch {
      return undefined;
    }
  }
}
