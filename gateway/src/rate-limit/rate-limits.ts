import { normalisedEmail, PLAIN_TEXTS, ROUTES, type Route } from '@candid/contracts';
import { networkOf, SITE } from '@candid/platform';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, type RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { KnownDevices } from '../auth/cookies.js';
import { RefusalError } from '../kernel/refusals.js';
import { CredentialTries, scaled, sharedLimiter } from './credential-tries.js';
import { countedAs, type DailyBound, dailyBoundOf } from './daily-bounds.js';

/** Requests per window and caller (user, else network). Guesses of secrets need low limits; reads do not. */
const LIMITS = {
  /** Calls that check the caller's own secrets. */
  secret: { points: 20, seconds: 15 * 60 },
  /** Calls with the token of a reset link, which is too long to be guessed. */
  link: { points: 100, seconds: 15 * 60 },
  feedback: { points: 10, seconds: 15 * 60 },
  /** The assessments service also limits each person's reports per day. */
  report: { points: 30, seconds: 15 * 60 },
  /** Notices and appeals, which take a moderator's time. They are counted per network if there is no log-in. */
  notice: { points: 10, seconds: 15 * 60 },
  /** Each picture costs about 0.1 s of model inference. */
  face: { points: 60, seconds: 15 * 60 },
  /** Requests for mailed codes and links, per network. The identity service limits them per address. */
  mail: { points: 60, seconds: 15 * 60 },
  upload: { points: 60, seconds: 3600 },
  /** Each call decodes a whole picture. */
  preview: { points: 120, seconds: 3600 },
  export: { points: 10, seconds: 3600 },
  /** Batches per network. A full day of batches is a fraction of the identity service's limit for all networks. */
  analytics: { points: 100, seconds: 3600 },
  /** Reversible changes, counted per route: each change adds an event to a stream that every command loads. */
  toggle: { points: 60, seconds: 3600 },
  /** Like `toggle`, but for photos: a person who sorts a large library moves many photos. */
  move: { points: 240, seconds: 3600 },
  command: { points: 240, seconds: 60 },
  query: { points: 1200, seconds: 60 },
} as const;

const TOO_MANY_CHANGES = 'That was a lot of changes within an hour. Please try again later.';
const TOO_MANY_TODAY = 'That was a lot for one day. Please try again tomorrow.';
const DAY_SECONDS = 24 * 3600;

type LimitName = keyof typeof LIMITS;

/** Calls under these limits are counted in groups. Uploads, mails and guesses of secrets are counted one by one. */
type GroupedName = 'command' | 'query';

const BY_ROUTE: Record<string, LimitName> = {
  approveAssessor: 'secret',
  startAssessorTrial: 'secret',
  answerAssessorTrial: 'secret',
  beginSecondFactor: 'secret',
  confirmSecondFactor: 'secret',
  replaceRecoveryCodes: 'secret',
  removeSecondFactor: 'secret',
  deleteAccount: 'secret',
  changePassword: 'secret',
  exportAccount: 'export',
  resetPassword: 'link',
  validatePasswordReset: 'link',
  requestSignupCode: 'mail',
  requestPasswordReset: 'mail',
  sendFeedback: 'feedback',
  report: 'report',
  sendNotice: 'notice',
  appeal: 'notice',
  getStatementByToken: 'link',
  confirmNotice: 'link',
  findFace: 'face',
  uploadPhotos: 'upload',
  cropAgain: 'upload',
  previewPicture: 'preview',
  getOriginal: 'preview',
  recordAnalytics: 'analytics',
  confirmEmail: 'toggle',
  updateMailPreferences: 'toggle',
  updateLocationPreferences: 'toggle',
  updateLookingFor: 'toggle',
  updateSelfDescription: 'toggle',
  startAssessments: 'toggle',
  reactivate: 'toggle',
  requestEvaluationGroup: 'toggle',
  endEvaluationGroup: 'toggle',
  updateAssessment: 'toggle',
  changeEvaluationGroup: 'toggle',
  blockPerson: 'toggle',
  unblockPerson: 'toggle',
  hideFromAssessor: 'toggle',
  showToAssessor: 'toggle',
  updatePhotoPlaceholder: 'move',
  setProfile: 'move',
  returnPhoto: 'move',
  deactivate: 'move',
  // One mail provider sends the unsubscribe requests of all its users, so their limit is high.
  seeUnsubscribe: 'query',
  unsubscribe: 'query',
  // One mail server sends the reports about all mails, so their limit is high.
  takeMailReport: 'query',
  // One payment provider sends the notifications of all buyers, so their limit is high.
  takePaymentNotification: 'query',
};

const BOUNDS_A_STREAM: readonly LimitName[] = ['toggle', 'move'];
const BY_ROUTE_AS_WELL: readonly LimitName[] = [...BOUNDS_A_STREAM, 'mail', 'notice'];

const BOUNDS_OF_A_DAY = new Set(ROUTES.map(dailyBoundOf).filter((bound) => typeof bound === 'number'));

/** These calls try a secret of an account that the caller names: the limit of `CredentialTries` applies. */
const CREDENTIAL_ROUTES: readonly string[] = ['logIn', 'signUp'];

/** Counts calls in Redis, so that all gateways count together; while Redis is unavailable, counts in this process. */
export class RateLimits {
  private readonly limiters: Record<LimitName, RateLimiterRedis>;
  private readonly grouped: Record<GroupedName, GroupedLimiter>;
  private readonly daily = new Map<DailyBound, GroupedLimiter>();

  private readonly credentials: CredentialTries;

  constructor(
    redis: Redis,
    factor: number,
    private readonly devices: Pick<KnownDevices, 'find'>,
  ) {
    this.credentials = new CredentialTries(redis, factor);
    type Limit = { points: number; seconds: number };
    const scaledTo = ({ points, seconds }: Limit) => ({ points: scaled(points, factor), duration: seconds });
    const limiter = (name: LimitName) => {
      const limit = scaledTo(LIMITS[name]);
      // A caller beyond the limit is refused from memory, without a request to Redis.
      return sharedLimiter(redis, `rate:${name}`, { ...limit, inMemoryBlockOnConsumed: limit.points + 1 });
    };
    const groupedLimiter = (keyPrefix: string, limit: Limit) => {
      const { points, duration } = scaledTo(limit);
      const shared = sharedLimiter(redis, keyPrefix, { points, duration });
      return new GroupedLimiter({ shared, points, windowMs: duration * 1_000 });
    };
    const grouped = (name: GroupedName) => groupedLimiter(`rate:${name}`, LIMITS[name]);
    for (const points of BOUNDS_OF_A_DAY) {
      this.daily.set(points, groupedLimiter('rate:day', { points, seconds: DAY_SECONDS }));
    }
    this.limiters = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, limiter(name as LimitName)])) as Record<
      LimitName,
      RateLimiterRedis
    >;
    this.grouped = { command: grouped('command'), query: grouped('query') };
  }

  admitsRead(userId: string): boolean {
    return this.grouped.query.take(userId) === undefined;
  }

  /**
   * If a route needs no log-in, counts by network, so that nobody gets more tries by logging in.
   * @throws RefusalError `RATE_LIMITED` with the seconds until the next try
   */
  async take(
    route: Route,
    request: Pick<FastifyRequest, 'ip' | 'body' | 'cookies'>,
    userId: string | undefined,
  ): Promise<void> {
    if (CREDENTIAL_ROUTES.includes(route.id)) return this.takeCredentials(request);
    const name = BY_ROUTE[route.id] ?? (route.method === 'GET' ? 'query' : 'command');
    const user = route.audience === 'anyone' ? undefined : userId;
    const caller = user ?? networkOf(request.ip);
    await this.consume(name, BY_ROUTE_AS_WELL.includes(name) ? `${route.id} ${caller}` : caller);
    this.takeOfDay(route, caller);
  }

  private takeOfDay(route: Route, caller: string): void {
    const bound = dailyBoundOf(route);
    const untilNextMs = bound && this.daily.get(bound)?.take(`${countedAs(route)} ${caller}`);
    if (untilNextMs !== undefined) throw rateLimited(untilNextMs, TOO_MANY_TODAY);
  }

  private async takeCredentials(request: Pick<FastifyRequest, 'ip' | 'body' | 'cookies'>): Promise<void> {
    const typed = (request.body as { email?: unknown } | null)?.email;
    // All invalid addresses count as one account, because they belong to none.
    const email = (typeof typed === 'string' ? normalisedEmail(typed) : undefined) ?? '';
    const deviceId = this.devices.find(request, email);
    const from = { network: networkOf(request.ip), site: networkOf(request.ip, SITE) };
    const untilNextMs = await this.credentials.take({ email, ...from, deviceId });
    if (untilNextMs !== undefined) throw rateLimited(untilNextMs);
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
      throw rateLimited(refused.msBeforeNext, BOUNDS_A_STREAM.includes(name) ? TOO_MANY_CHANGES : undefined);
    }
  }
}

const rateLimited = (untilNextMs: number, message: string = PLAIN_TEXTS.RATE_LIMITED): RefusalError =>
  new RefusalError('RATE_LIMITED', message, undefined, Math.ceil(untilNextMs / 1000));

interface Window {
  /** The shared count at the last read, plus the calls that this process has counted since then. */
  taken: number;
  /** The part of `taken` that the shared count does not contain yet. */
  untold: number;
  endsAtMs: number;
}

/** Maximum number of callers in memory. The oldest one is removed. */
const CALLERS_MAX = 50_000;

interface GroupedLimiterOptions {
  shared: RateLimiterAbstract;
  points: number;
  windowMs: number;
  gatherMs?: number;
}

/** Adds calls to the shared count in groups, so processes together may exceed the limit for a moment. */
export class GroupedLimiter {
  private readonly windows = new Map<string, Window>();
  private readonly untold = new Set<string>();
  private telling = false;

  constructor(private readonly options: GroupedLimiterOptions) {}

  /** Returns the milliseconds until the next try if this call exceeds the limit. */
  take(caller: string): number | undefined {
    const nowMs = Date.now();
    const window = this.windowOf(caller, nowMs);
    if (window.taken >= this.options.points) return window.endsAtMs - nowMs;
    window.taken += 1;
    window.untold += 1;
    this.untold.add(caller);
    if (!this.telling) this.tellSoon();
    return undefined;
  }

  private windowOf(caller: string, nowMs: number): Window {
    const known = this.windows.get(caller);
    if (known && known.endsAtMs > nowMs) return known;
    if (!known && this.windows.size >= CALLERS_MAX) this.windows.delete(this.windows.keys().next().value!);
    const window = { taken: 0, untold: 0, endsAtMs: nowMs + this.options.windowMs };
    // Keeps the map in the order in which the windows end.
    this.windows.delete(caller);
    this.windows.set(caller, window);
    return window;
  }

  private tellSoon(): void {
    this.telling = true;
    setTimeout(() => {
      void this.tellAll().finally(() => {
        if (this.untold.size > 0) this.tellSoon();
        else this.telling = false;
      });
    }, this.options.gatherMs ?? 100).unref();
  }

  /** Sends only changed windows, because few of the many one-day windows change. */
  private async tellAll(): Promise<void> {
    this.forgetEnded();
    const callers = [...this.untold];
    this.untold.clear();
    await Promise.all(
      callers.map(async (caller) => {
        const window = this.windows.get(caller);
        if (window && window.untold > 0) await this.tell(caller, window);
      }),
    );
  }

  private forgetEnded(): void {
    const nowMs = Date.now();
    for (const [caller, { endsAtMs, untold }] of this.windows) {
      if (endsAtMs > nowMs || untold > 0) return;
      this.windows.delete(caller);
    }
  }

  /** If the shared count is unavailable, this process continues with its own count. */
  private async tell(caller: string, window: Window): Promise<void> {
    const points = window.untold;
    window.untold = 0;
    const answer: unknown = await this.options.shared.consume(caller, points).catch((refused: unknown) => refused);
    if (!(answer instanceof RateLimiterRes)) return;
    window.taken = answer.consumedPoints + window.untold;
    window.endsAtMs = Date.now() + answer.msBeforeNext;
  }
}
