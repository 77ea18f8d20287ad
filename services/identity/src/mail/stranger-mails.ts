import type { SqlSession } from '@candid/event-store';
import { networkOf, SITE } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { RATE_LIMITS, type RateLimits } from '../rate-limits.js';
import { rateLimited } from '../refusals.js';
import { KeyedHash } from '../security/keyed-hash.js';
import { countTry, MAIL_WINDOW_MS, nextTryAt } from '../security/secret-tries.rows.js';
import { countedMailboxOf } from '../sign-up/mailbox.js';

export interface StrangerMail {
  kind: 'sign-up code' | 'notice' | 'reset link';
  /** Normalised. */
  email: string;
  /** The address of the caller. Undefined for a part of the system. */
  ip: string | undefined;
  now: Date;
}

/**
 * Bounds the mails that somebody without a log-in can have sent, within an hour: of one kind to one mailbox, however its address is
 * spelled, and of all kinds together from one site. Reset links go to the exact address of an account only, and have a bound by account.
 */
@Injectable()
export class StrangerMails {
  constructor(
    private readonly hashes: KeyedHash,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
  ) {}

  /**
   * Counts one, in the transaction that queues it.
   * @param refusal what a person reads who has to wait
   * @throws DomainError `RATE_LIMITED`
   */
  async count(session: SqlSession, { kind, email, ip, now }: StrangerMail, refusal: string): Promise<void> {
    const { perSite, perMailboxAndKind } = this.limits.strangerMails;
    const mailbox = this.hashes.of('mailed-mailbox', countedMailboxOf(email));
    // One order for all scopes: two requests cannot wait for each other.
    const bounds = [
      ...(ip === undefined ? [] : [{ scope: `mails from:${networkOf(ip, SITE)}`, triesMax: perSite }]),
      ...(kind === 'reset link' ? [] : [{ scope: `mails ${kind} to:${mailbox}`, triesMax: perMailboxAndKind }]),
    ];
    for (const { scope, triesMax } of bounds) {
      const counted = { scope, now, windowMs: MAIL_WINDOW_MS };
      if (await countTry(session, { ...counted, triesMax })) continue;
      throw rateLimited(refusal, await nextTryAt(session, counted), now);
    }
  }
}
