import { PRODUCT, type Role, type UserId } from '@candid/contracts';
import { importPKCS8, SignJWT } from 'jose';

export interface AccessClaims {
  userId: UserId;
  roles: Role[];
  sessionId: string;
}

/** Signs access tokens: JWT, ES256, `sub`, `roles`, `sid`, 15 minutes. Whoever checks them needs the public key only. */
export class AccessTokens {
  private constructor(private readonly key: Awaited<ReturnType<typeof importPKCS8>>) {}

  /** @param pem PKCS #8 private key on P-256 */
  static async fromPem(pem: string): Promise<AccessTokens> {
    return new AccessTokens(await importPKCS8(pem, 'ES256'));
  }

  sign({ userId, roles, sessionId }: AccessClaims, now: Date): Promise<string> {
    const issuedAtSeconds = Math.floor(now.getTime() / 1000);
    return new SignJWT({ roles, sid: sessionId })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setSubject(userId)
      .setIssuedAt(issuedAtSeconds)
      .setExpirationTime(issuedAtSeconds + PRODUCT.accessTokenMs / 1000)
      .sign(this.key);
  }
}
