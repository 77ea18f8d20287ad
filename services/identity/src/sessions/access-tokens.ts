import { createPrivateKey } from 'node:crypto';
import { PRODUCT, type Role, type UserId } from '@candid/contracts';
import { JwtService } from '@nestjs/jwt';

export interface AccessClaims {
  userId: UserId;
  roles: Role[];
  sessionId: string;
}

/** Signs access tokens: JWT, ES256, `sub`, `roles`, `sid`, 15 minutes. Verifying them needs the public key only. */
export class AccessTokens {
  private readonly jwt: JwtService;

  /** @param pem PKCS #8 private key on P-256 */
  constructor(pem: string) {
    this.jwt = new JwtService({ privateKey: createPrivateKey(pem), signOptions: { algorithm: 'ES256' } });
  }

  sign({ userId, roles, sessionId }: AccessClaims, now: Date): Promise<string> {
    const iat = Math.floor(now.getTime() / 1000);
    return this.jwt.signAsync({ roles, sid: sessionId, sub: userId, iat, exp: iat + PRODUCT.accessTokenMs / 1000 });
  }
}
