import { networkOf } from '@candid/platform';
import { inTransaction, readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { RATE_LIMITS, type RateLimits } from '../rate-limits.js';
import { rateLimited, TEXTS } from '../refusals.js';
import { countTry, forgetTry, nextTryAt } from './secret-tries.rows.js';

export type SecretKind = 'passkey' | 'second-factor';

/** Who tries a secret, and from where. */
export interface Trier {
  userId: string;
  ip: string | undefined;
  /** On which the account has logged in before, or the session that it has logged in with. */
  device?: string | undefined;
}

/**
 * Bounds wrong passkeys and wrong codes of a second factor, each by account and network together. One account cannot use
 * up the tries of others: too many wrong ones from a network leave each account there fewer tries, but never none. A device
 * that the account has logged in on before counts apart from strangers, who cannot use up its tries.
 */
@Injectable()
export class SecretTries {
  constructor(
    private readonly orm: MikroORM,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
  ) {}

  /**
   * Commits the count before the secret is checked, so that parallel tries are counted too.
   * @returns how to take the try back: only a secret that was checked and found wrong is a guess
   * @throws DomainError `RATE_LIMITED`
   */
  async count(kind: SecretKind, { userId, ip, device }: Trier, now: Date): Promise<() => Promise<void>> {
    const max = this.limits.secretTries;
    const network = `${kind} network:${networkOf(ip ?? '')}`;
    const account = `${kind} ${device === undefined ? 'account' : 'known devices of account'}:${userId}`;
    const pair = `${account} ${device === undefined ? network : `device:${device}`}`;
    await inTransaction(this.orm, async ({ session }) => {
      // One order for all scopes: two tries cannot wait for each other.
      const isCrowded =
        device === undefined && !(await countTry(session, { scope: network, now, triesMax: max.perNetwork }));
      const pairMax = isCrowded ? max.perAccountInCrowdedNetwork : max.perAccountAndNetwork;
      for (const [scope, triesMax] of [[account, max.perAccount] as const, [pair, pairMax] as const]) {
        if (await countTry(session, { scope, now, triesMax })) continue;
        throw rateLimited(TEXTS.tooManyTries, await nextTryAt(session, { scope, now }), now);
      }
    });
    const scopes = [...(device === undefined ? [network] : []), account, pair];
    return async () => {
      for (const scope of scopes) await forgetTry(readSessionOf(this.orm), { scope, now });
    };
  }
}
