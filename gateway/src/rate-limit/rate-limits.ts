import { createHash } from 'node:crypto';
import { normalisedEmail, type Route } from '@candid/contracts';
import { networkOf } from '@candid/platform';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { RefusalError } from '../errors/refusal.js';
import { PLAIN_TEXTS } from '../errors/status-of-code.js';
import { GroupedLimiter } from './grouped-limiter.js';

/** Requests per window, by caller (user, else network). Guessing secrets is slow, reading is not. */
const LIMITS = {
  secret: { points: 20, seconds: 15 * 60 },
  mail: { points: 10, seconds: 15 * 60 },
  upload: { points: 60, seconds: 3600 },
  export: { points: 10, seconds: 3600 },
  analytics: { points: 60, seconds: 60 },
  command: { points: 240, seconds: 60 },
  query: { points: 1200, seconds: 60 },
} as const;
type LimitName = keyof typeof LIMITS;
/** Counted in groups; what guesses secrets, sends mail or takes disk space is counted one by one. */
type GroupedName = 'command' | 'query';

const BY_ROUTE: Record<string, LimitName> = {
  logIn: 'secret',
  signUp: 'secret',
  approveAssessor: 'secret',
  deleteAccount: 'secret',
  exportAccount: 'export',
  resetPassword: 'secret',
  validatePasswordReset: 'secret',
  requestSignupCode: 'mail',
  requestPasswordReset: 'mail',
  sendFeedback: 'mail',
  uploadPhotos: 'upload',
  recordAnalytics: 'analytics',
  // One provider tells what all buyers do.
  takePaymentNotification: 'query',
};

/** Counts in Redis, so that all gateways count together; in this process while Redis is away. */
export class RateLimits {
  private readonly limiters: Record<Exclude<LimitName, GroupedName>, RateLimiterRedis>;
  private readonly grouped: Record<GroupedName, GroupedLimiter>;

  constructor(redis: Redis, factor: number) {
    const limiter = (name: LimitName, blocksInMemory = true) => {
      const points = Math.max(1, Math.round(LIMITS[name].points * factor));
      const duration = LIMITS[name].seconds;
      return new RateLimiterRedis({
        storeClient: redis,
        useRedisPackage: false,
        keyPrefix: `rate:${name}`,
        points,
        duration,
        // A block in memory answers without the count.
        ...(blocksInMemory && { inMemoryBlockOnConsumed: points + 1 }),
        insuranceLimiter: new RateLimiterMemory({ points, duration }),
      });
    };
    const grouped = (name: GroupedName) => {
      const shared = limiter(name, false);
      return new GroupedLimiter({ shared, points: shared.points, windowMs: shared.duration * 1_000 });
    };
    this.limiters = {
      secret: limiter('secret'),
      mail: limiter('mail'),
      upload: limiter('upload'),
      export: limiter('export'),
      analytics: limiter('analytics'),
    };
    this.grouped = { command: grouped('command'), query: grouped('query') };
  }

  /** Counts a read of a logged-in user; false where it is beyond the limit. */
  admitsRead(userId: string): boolean {
    return this.grouped.query.take(userId) === undefined;
  }

  /**
   * Counts by user, and by network wherever a log-in is not needed: a token of one's own buys no further guesses.
   * Log-ins count for the account they try, too.
   * @throws RefusalError `RATE_LIMITED` with the seconds until the next try
   */
  async take(route: Route, request: Pick<FastifyRequest, 'ip' | 'body'>, userId: string | undefined): Promise<void> {
    const name = BY_ROUTE[route.id] ?? (route.method === 'GET' ? 'query' : 'command');
    const user = route.audience === 'anyone' ? undefined : userId;
    await this.consume(name, user ?? networkOf(request.ip));
    const typed = route.id === 'logIn' ? (request.body as { email?: unknown } | null)?.email : undefined;
    // What is no address leads to no account.
    const email = typeof typed === 'string' ? normalisedEmail(typed) : undefined;
    if (email !== undefined) await this.consume(name, accountKey(email));
  }

  private async consume(name: LimitName, caller: string): Promise<void> {
    if (name === 'command' || name === 'query') {
      const untilNextMs = this.grouped[name].take(caller);
      if (untilNextMs !== undefined) throw rateLimited(untilNextMs);
      return;
    }
    try {
      await this.limiters[name].consume(caller);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw rateLimited(refused.msBeforeNext);
    }
  }
}

const rateLimited = (untilNextMs: number): RefusalError =>
  new RefusalError('RATE_LIMITED', PLAIN_TEXTS.RATE_LIMITED, undefined, Math.ceil(untilNextMs / 1000));

/** The address itself stays out of the counters. */
const accountKey = (email: string): string => `account-${createHash('sha256').update(email).digest('base64url')}`;
