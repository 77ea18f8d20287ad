import type { SqlSession } from '@candid/event-store';
import { networkOf, SITE } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable } from '@nestjs/common';
import { RATE_LIMITS, type RateLimits } from './config.js';
import { countedMailboxOf } from './email-address.js';
import { rateLimited, TEXTS } from './refusals.js';
import { hasRow } from './rows.js';
import { KeyedHash } from './secrets.js';

type SecretKind = 'passkey' | 'second-factor';

interface Trier {
  userId: string;
  ip: string | undefined;
  /** Id of a device on which the account has logged in before, or of the account's session. */
  device?: string | undefined;
}

/**
 * Limits wrong passkeys and wrong codes of a second factor by account and network together. One account cannot use up
 * the tries of others. If a network has too many wrong tries, each account there still has at least one try. Tries on a
 * device of the account are counted separately, so that strangers cannot use them up.
 */
@Injectable()
export class SecretTries {
  constructor(
    private readonly database: Database,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
  ) {}

  /**
   * Commits the count before the secret is checked, so that parallel tries are counted too.
   * @returns a function that takes the try back; call it if the secret is right or was not checked
   * @throws DomainError `RATE_LIMITED`
   */
  async count(kind: SecretKind, { userId, ip, device }: Trier, now: Date): Promise<() => Promise<void>> {
    const max = this.limits.secretTries;
    const network = `${kind} network:${networkOf(ip ?? '')}`;
    const account = `${kind} ${device === undefined ? 'account' : 'known devices of account'}:${userId}`;
    const pair = `${account} ${device === undefined ? network : `device:${device}`}`;
    await this.database.transaction(async ({ session }) => {
      // All tries lock the scopes in the same order, so that they cannot deadlock.
      const isCrowded =
        device === undefined && !(await countTry(session, { scope: network, now, triesMax: max.perNetwork }));
      const pairMax = isCrowded ? max.perAccountInCrowdedNetwork : max.perAccountAndNetwork;
      await requireTry(session, { scope: account, now, triesMax: max.perAccount }, TEXTS.tooManyTries);
      await requireTry(session, { scope: pair, now, triesMax: pairMax }, TEXTS.tooManyTries);
    });
    const scopes = [...(device === undefined ? [network] : []), account, pair];
    return async () => {
      for (const scope of scopes) await forgetTry(this.database, { scope, now });
    };
  }
}

interface StrangerMail {
  kind: 'sign-up code' | 'notice' | 'reset link';
  /** Normalised. */
  email: string;
  /** IP address of the caller; undefined for calls from inside the system. */
  ip: string | undefined;
  now: Date;
}

/**
 * Limits the mails per hour that people cause without a log-in. A limit per kind and mailbox covers all spellings of
 * the address; a limit per site covers all kinds. Reset links have their own limit for the exact address.
 */
@Injectable()
export class StrangerMails {
  constructor(
    private readonly hashes: KeyedHash,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
  ) {}

  /**
   * Counts a mail in the transaction that queues it.
   * @param refusal message to a person who has to wait
   * @throws DomainError `RATE_LIMITED`
   */
  async count(session: SqlSession, { kind, email, ip, now }: StrangerMail, refusal: string): Promise<void> {
    const { perSite, perMailboxAndKind } = this.limits.strangerMails;
    const mailbox = this.hashes.of('mailed-mailbox', countedMailboxOf(email));
    // All requests lock the scopes in the same order, so that they cannot deadlock.
    const bound = (scope: string, triesMax: number) =>
      requireTry(session, { scope, now, windowMs: MAIL_WINDOW_MS, triesMax }, refusal);
    if (ip !== undefined) await bound(`mails from:${networkOf(ip, SITE)}`, perSite);
    if (kind !== 'reset link') await bound(`mails ${kind} to:${mailbox}`, perMailboxAndKind);
  }
}

export const TRY_WINDOW_MS = 15 * 60_000;

/** Window of the limits of `StrangerMails`. No other scope has a longer window. */
export const MAIL_WINDOW_MS = 3_600_000;

interface Try {
  /** An account, a network, or both together. */
  scope: string;
  now: Date;
  /** 15 minutes by default. */
  windowMs?: number;
  triesMax: number;
}

/**
 * Counts a try before it is made, so that parallel tries are counted too.
 * @returns false, and counts nothing, if the scope already has `triesMax` tries within its window
 */
export function countTry(
  session: SqlSession,
  { scope, now, windowMs = TRY_WINDOW_MS, triesMax }: Try,
): Promise<boolean> {
  const windowStart = new Date(now.getTime() - windowMs).toISOString();
  return hasRow(
    session,
    `insert into secret_tries as known (scope, tried_at) values ($1, array[$2::timestamptz])
     on conflict (scope) do update set
       tried_at = array(select at from unnest(known.tried_at) at where at > $3::timestamptz) || excluded.tried_at
     where (select count(*) from unnest(known.tried_at) at where at > $3::timestamptz) < $4::int
     returning scope`,
    [scope, now.toISOString(), windowStart, triesMax],
  );
}

/** Counts a try. @throws DomainError `RATE_LIMITED` until the oldest try has left the window */
export async function requireTry(session: SqlSession, tried: Try, refusal: string): Promise<void> {
  if (await countTry(session, tried)) return;
  const { scope, now, windowMs = TRY_WINDOW_MS } = tried;
  const [row] = await session.query<{ oldest: Date | null }>(
    'select min(at) as oldest from secret_tries, unnest(tried_at) at where scope = $1 and at > $2::timestamptz',
    [scope, new Date(now.getTime() - windowMs).toISOString()],
  );
  throw rateLimited(refusal, row?.oldest ? new Date(row.oldest.getTime() + windowMs) : now, now);
}

/** Takes back a try that succeeded or was not checked. Other tries of the same millisecond still count. */
export async function forgetTry(session: SqlSession, { scope, now }: Pick<Try, 'scope' | 'now'>): Promise<void> {
  await session.query(
    `update secret_tries set tried_at = tried_at[:array_position(tried_at, $2::timestamptz) - 1]
       || tried_at[array_position(tried_at, $2::timestamptz) + 1:]
     where scope = $1 and $2::timestamptz = any (tried_at)`,
    [scope, now.toISOString()],
  );
}
