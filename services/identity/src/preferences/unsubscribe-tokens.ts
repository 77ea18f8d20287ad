import { createHmac } from 'node:crypto';
import { type MailKind, MailKind as MailKinds, UserId } from '@candid/contracts';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';

const Claims = z.object({ sub: UserId, mail: MailKinds });

export interface Unsubscribe {
  userId: UserId;
  mail: MailKind;
}

/**
 * Tokens of unsubscribe links: signed, so that nobody else can make one. A token names the account by its id only, and does
 * not expire, because mails are kept for years.
 */
export class UnsubscribeTokens {
  private readonly jwt: JwtService;

  constructor(secret: string) {
    const key = createHmac('sha256', secret).update('unsubscribe').digest();
    this.jwt = new JwtService({ secret: key, verifyOptions: { algorithms: ['HS256'] } });
  }

  issue({ userId, mail }: Unsubscribe): Promise<string> {
    return this.jwt.signAsync({ sub: userId, mail });
  }

  /** Undefined for what was not issued with this secret. */
  async read(token: string): Promise<Unsubscribe | undefined> {
    try {
      const { sub: userId, mail } = Claims.parse(await this.jwt.verifyAsync(token));
      return { userId, mail };
    } catch {
      return undefined;
    }
  }
}
