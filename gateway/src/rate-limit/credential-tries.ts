import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

const SECONDS = 15 * 60;
/** Tries per 15 minutes. */
const TRIES = {
  /** Tries for one account from one network, or from one device on which the account has logged in before. */
  own: 20,
  /** Replaces the limit `own` while the limit `total` is exceeded. */
  ownInAttack: 3,
  /** Tries for one account from all networks, and for all accounts from one network. */
  total: 100,
  /** Tries for all accounts from one site. Beyond this limit, only known devices may try. */
  site: 300,
};

interface CredentialTry {
  /** The normalised e-mail address. */
  email: string;
  network: string;
  /** The largest network that a provider gives to one customer; it contains `network`. */
  site: string;
  deviceId: string | undefined;
}

/**
 * The log-in limit. While all tries at an account, or of a network, exceed `TRIES.total`, each network has fewer tries.
 * Tries are not all refused, because strangers could then lock an owner out. A site beyond its own limit is refused,
 * because each further address of a site would bring more tries. Tries of a known device count only for that device.
 */
export class CredentialTries {
  private readonly own: RateLimiterAbstract;
  private readonly totals: RateLimiterAbstract;
  private readonly sites: RateLimiterAbstract;
  private readonly inAttackMax: number;

  constructor(redis: Redis, factor: number) {
    const limiter = (name: string, tries: number) =>
      sharedLimiter(redis, `rate:${name}`, { points: scaled(tries, factor), duration: SECONDS });
    this.own = limiter('own-tries', TRIES.own);
    this.totals = limiter('all-tries', TRIES.total);
    this.sites = limiter('site-tries', TRIES.site);
    this.inAttackMax = scaled(TRIES.ownInAttack, factor);
  }

  /** Returns the milliseconds until the next try if this try exceeds a limit. */
  async take({ email, network, site, deviceId }: CredentialTry): Promise<number | undefined> {
    const account = hashed(email);
    if (deviceId !== undefined) return untilNext(await consume(this.own, `device ${deviceId} ${account}`));
    const own = await consume(this.own, `${network} ${account}`);
    // A refused try does not count in the totals: tries at one account must not use up the tries of the network.
    if (own.isRefused) return untilNext(own);
    const ofSite = await consume(this.sites, site);
    if (ofSite.isRefused) return untilNext(ofSite);
    const totals = [await consume(this.totals, `account ${account}`), await consume(this.totals, `network ${network}`)];
    const isAttack = totals.some(({ isRefused }) => isRefused);
    return isAttack && own.consumed > this.inAttackMax ? own.msBeforeNext : undefined;
  }
}

interface Consumed {
  isRefused: boolean;
  consumed: number;
  msBeforeNext: number;
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<Consumed> {
  let isRefused = false;
  const result = await limiter.consume(key).catch((refusal: unknown) => {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    isRefused = true;
    return refusal;
  });
  return { isRefused, consumed: result.consumedPoints, msBeforeNext: result.msBeforeNext };
}

const untilNext = ({ isRefused, msBeforeNext }: Consumed): number | undefined => (isRefused ? msBeforeNext : undefined);

export const scaled = (tries: number, factor: number): number => Math.max(1, Math.round(tries * factor));

/** The counters' keys contain this hash, not the e-mail address. */
const hashed = (email: string): string => createHash('sha256').update(email).digest('base64url');

/** Counts in Redis, or in this process while Redis is unavailable. */
export const sharedLimiter = (
  redis: Redis,
  keyPrefix: string,
  { points, duration, ...more }: { points: number; duration: number; inMemoryBlockOnConsumed?: number },
): RateLimiterRedis => {
  const insuranceLimiter = new RateLimiterMemory({ points, duration });
  return new RateLimiterRedis({
    ...{ storeClient: redis, useRedisPackage: false, keyPrefix, points, duration, insuranceLimiter },
    ...more,
  });
};
