import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type AssessmentsSettings, SETTINGS } from '../kernel/config.js';

const MAC_BYTES = 16;
const ID_BYTES = 16;

/**
 * Token that replaces a log-in: a statement's id and 128 bits of its HMAC-SHA256. Only the link in the statement's mail
 * contains it. The token does not expire, but an appeal has a deadline.
 */
@Injectable()
export class AppealTokens {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<AssessmentsSettings, 'appealTokenKey'>) {}

  of(statementId: string): string {
    const id = Buffer.from(statementId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, this.mac(id)]).toString('base64url');
  }

  /** Returns undefined for a token that this service did not sign. */
  statementOf(token: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== ID_BYTES + MAC_BYTES) return undefined;
    const id = bytes.subarray(0, ID_BYTES);
    if (!timingSafeEqual(bytes.subarray(ID_BYTES), this.mac(id))) return undefined;
    const hex = id.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }

  private mac(id: Buffer): Buffer {
    return createHmac('sha256', this.settings.appealTokenKey).update(id).digest().subarray(0, MAC_BYTES);
  }
}
