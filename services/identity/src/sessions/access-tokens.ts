import { createPrivateKey } from 'node:crypto';
import { ACCESS_TOKEN, PRODUCT, type Role, type UserId } from '@candid/contracts';
import { JwtService } from '@nestjs/jwt';

export interface AccessClaims {
  userId: UserId;
  roles: Role[];
  sessionId: string;
}

/** Signs access tokens: `at+jwt`, ES256, `iss`, `aud`, `sub`, `roles`, `sid`, 15 minutes. Verifying them needs the public key only. */
export class AccessTokens {
  private readonly jwt: JwtService;

  /** @param pem PKCS #8 private key on P-256 */
  constructor(pem: string) {
    const { issuer, audience, type } = ACCESS_TOKEN;
    const signOptions = { algorithm: 'ES256', issuer, audience, header: { alg: 'ES256', typ: type } } as const;
    this.jwt = new JwtService({ privateKey: createPrivateKey(pem), signOptions });
  }

  sign({ userId, roles, sessionId }: AccessClaims, now: Date): Promise<string> {
    const iat = Math.floor(now.getTime() / 1000);
    return this.jwt.signAsync({ roles, sid: sessionId, sub: userId, iat, exp: iat + PRODUCT.accessTokenMs / 1000 });
  }
}
