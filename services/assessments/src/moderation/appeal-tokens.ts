import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type AssessmentsSettings, SETTINGS } from '../config.js';

const MAC_BYTES = 16;
const ID_BYTES = 16;

/**
 * What the link in a statement's mail carries instead of a log-in: the statement's id and 128 bits of an HMAC-SHA256 of it. It
 * is in mails only, and it does not expire by itself; the time for an appeal does.
 */
@Injectable()
export class AppealTokens {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<AssessmentsSettings, 'appealTokenKey'>) {}

  of(statementId: string): string {
    const id = Buffer.from(statementId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, this.mac(id)]).toString('base64url');
  }

  /** Undefined for a token that is not ours. */
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
