import type { NoticeId } from '@candid/contracts';
import type { KeyedHash } from '../security/keyed-hash.js';

const DIGITS = 32;

/** Tokens of the links in receipts: the id of the notice, and 128 bits of its hash. Only the mail contains one. */
export class NoticeTokens {
  constructor(private readonly hashes: KeyedHash) {}

  of(noticeId: NoticeId): string {
    return `${noticeId}.${this.hashes.of('notice-confirmation', noticeId).slice(0, DIGITS)}`;
  }

  /** Undefined for a token that this service did not make. */
  noticeOf(token: string): NoticeId | undefined {
    const noticeId = token.split('.')[0] as NoticeId;
    return this.of(noticeId) === token ? noticeId : undefined;
  }
}
