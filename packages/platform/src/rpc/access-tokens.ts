import { createPublicKey } from 'node:crypto';
import { ACCESS_TOKEN, Role, UserId } from '@candid/contracts';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';

const Verified = z.object({
  header: z.object({ typ: z.literal(ACCESS_TOKEN.type) }),
  payload: z.object({ sub: UserId, roles: z.array(Role), sid: z.string(), exp: z.number() }),
});

const KNOWN_MAX = 10_000;

export interface Identity {
  userId: UserId;
  roles: Role[];
  sessionId: string;
  /** Time at which the token is no longer accepted, leeway included. */
  expiresAtMs: number;
}

interface AccessTokensOptions {
  /** How long a token is accepted after its expiry, because clocks differ and requests may wait. */
  leewaySeconds: number;
  /** Default 10 000. */
  knownMax?: number | undefined;
}

/** Verifies tokens with the identity service's public key (ES256) and remembers verified tokens until they expire. */
export class AccessTokens {
  private readonly verified = new Map<string, Identity>();
  private readonly jwt: JwtService;

  /** @param pem SubjectPublicKeyInfo on P-256 */
  constructor(
    pem: string,
    private readonly options: AccessTokensOptions,
  ) {
    const { issuer, audience } = ACCESS_TOKEN;
    const { leewaySeconds: clockTolerance } = options;
    const verifyOptions = { algorithms: ['ES256' as const], clockTolerance, issuer, audience, complete: true as const };
    this.jwt = new JwtService({ publicKey: createPublicKey(pem), verifyOptions });
  }

  /** @returns the identity if the token is already verified and not expired; undefined if `verify` has to decide */
  known(token: string): Identity | undefined {
    const identity = this.verified.get(token);
    if (!identity || identity.expiresAtMs > Date.now()) return identity;
    this.verified.delete(token);
    return undefined;
  }

  /** @returns undefined if the token is malformed, expired or not signed by the identity service */
  async verify(token: string): Promise<Identity | undefined> {
    const known = this.known(token);
    if (known) return known;
    const { leewaySeconds } = this.options;
    try {
      const { payload: claims } = Verified.parse(await this.jwt.verifyAsync(token));
      const expiresAtMs = (claims.exp + leewaySeconds) * 1_000;
      const identity = { userId: claims.sub, roles: claims.roles, sessionId: claims.sid, expiresAtMs };
      if (this.verified.size >= (this.options.knownMax ?? KNOWN_MAX))
        this.verified.delete(this.verified.keys().next().value!);
      this.verified.set(token, identity);
      return identity;
    } catch {
      return undefined;
    }
  }
}
