import { Role, UserId } from '@candid/contracts';
import { importSPKI, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Caller } from '../http/call.js';

const Claims = z.object({ sub: UserId, roles: z.array(Role), sid: z.string() });

/** Verifies access tokens (JWT, ES256) with the identity service's public key. */
export class AccessTokens {
  private constructor(private readonly key: Awaited<ReturnType<typeof importSPKI>>) {}

  static async fromPem(pem: string): Promise<AccessTokens> {
    return new AccessTokens(await importSPKI(pem, 'ES256'));
  }

  /** @returns the caller, or undefined when the token is missing, malformed, expired or not ours */
  async verify(authorization: string | undefined): Promise<Caller | undefined> {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1];
    if (!token) return undefined;
    try {
      const { payload } = await jwtVerify(token, this.key, { algorithms: ['ES256'], clockTolerance: 5 });
      const claims = Claims.parse(payload);
      return { userId: claims.sub, roles: claims.roles, sessionId: claims.sid };
    } catch {
      return undefined;
    }
  }
}
