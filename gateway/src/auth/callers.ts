import { setTimeout as sleep } from 'node:timers/promises';
import { type EndedSession, PRODUCT, type Route } from '@candid/contracts';
import { AccessTokens, type Identity, type Logger } from '@candid/platform';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Caller } from '../kernel/call.js';
import { plainRefusal } from '../kernel/refusals.js';
import { ask, type Services } from '../kernel/services.js';

const CLOCK_TOLERANCE_SECONDS = 5;

export class BearerTokens {
  private readonly tokens: AccessTokens;

  constructor(pem: string, { knownMax }: { knownMax?: number } = {}) {
    this.tokens = new AccessTokens(pem, { leewaySeconds: CLOCK_TOLERANCE_SECONDS, knownMax });
  }

  /** Returns undefined if the token is invalid or not verified yet. */
  known(authorization: string | undefined): Caller | undefined {
    const token = tokenIn(authorization);
    return token === undefined ? undefined : callerOf(token, this.tokens.known(token));
  }

  async verify(authorization: string | undefined): Promise<Caller | undefined> {
    const token = tokenIn(authorization);
    return token === undefined ? undefined : callerOf(token, await this.tokens.verify(token));
  }
}

const tokenIn = (authorization: string | undefined): string | undefined =>
  authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : undefined;

const callerOf = (token: string, identity: Identity | undefined): Caller | undefined =>
  identity && { ...identity, token };

/** Ended sessions are remembered until their access tokens have expired. The extra minute is for differing clocks. */
const REMEMBER_MS = PRODUCT.accessTokenMs + 60_000;
const LOOK_EVERY_MS = 1_000;
const LOOK_TIMEOUT_MS = 2_000;

/** Each poll also covers this time before the previous poll: transactions commit late, and replicas' clocks differ. */
const OVERLAP_MS = 60_000;

interface EndedSessionsOptions {
  everyMs?: number;
  /** How long a request waits for the first poll before it is answered with 503. */
  patienceMs: number;
}

/** Polls the identity service at the start and once a second, so that a restart or a lost message does no harm. */
export class EndedSessions implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly known = new Map<string, { forgetAtMs: number; ofDeletedAccount: boolean }>();
  private readonly listeners = new Set<(session: EndedSession) => void>();
  private readonly stopping = new AbortController();
  private readonly firstLook = Promise.withResolvers<void>();
  private lookedAtMs: number | undefined;
  private following: Promise<void> | undefined;

  constructor(
    private readonly services: Pick<Services, 'call'>,
    private readonly logger: Logger,
    private readonly options: EndedSessionsOptions,
  ) {}

  onApplicationBootstrap(): void {
    this.following = this.follow();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.following;
  }

  onEnd(listener: (session: EndedSession) => void): void {
    this.listeners.add(listener);
  }

  has(sessionId: string): boolean {
    return this.known.has(sessionId);
  }

  /**
   * Returns undefined if the session has ended, unless the request repeats the deletion of its account.
   * @throws RefusalError `UNAVAILABLE` if the gateway has just started and cannot reach the identity service
   */
  async without(route: Route, caller: Caller | undefined): Promise<Caller | undefined> {
    if (caller === undefined) return undefined;
    if (this.lookedAtMs === undefined) await this.awaitFirstLook();
    const ended = this.known.get(caller.sessionId);
    return !ended || (ended.ofDeletedAccount && route.id === 'deleteAccount') ? caller : undefined;
  }

  /** Polls now, after a command that may have ended sessions. Never fails: the next poll follows within a second. */
  async lookNow(): Promise<void> {
    await this.look().catch((error: unknown) => this.logger.debug({ err: error }, 'ended sessions cannot be read now'));
  }

  private async look(): Promise<void> {
    const beganMs = performance.now();
    const sinceLastMs = this.lookedAtMs === undefined ? REMEMBER_MS : beganMs - this.lookedAtMs + OVERLAP_MS;
    const withinMs = Math.ceil(Math.min(REMEMBER_MS, sinceLastMs));
    let after: string | undefined;
    do {
      const context = { requestId: `ended-sessions-${crypto.randomUUID()}`, roles: [] };
      const request = { withinMs, ...(after !== undefined && { after }) };
      const options = { timeoutMs: LOOK_TIMEOUT_MS, patienceMs: 0 };
      const page = await this.services.call(ask.identity.listEndedSessions, request, context, options);
      for (const session of page.sessions) this.end(session);
      after = page.next;
    } while (after !== undefined);
    this.lookedAtMs = Math.max(this.lookedAtMs ?? 0, beganMs);
    this.firstLook.resolve();
  }

  private end(session: EndedSession): void {
    if (this.known.has(session.sessionId)) return;
    const nowMs = Date.now();
    for (const [sessionId, { forgetAtMs }] of this.known) {
      if (forgetAtMs > nowMs) break;
      this.known.delete(sessionId);
    }
    const { sessionId, ofDeletedAccount } = session;
    this.known.set(sessionId, { forgetAtMs: nowMs + REMEMBER_MS + OVERLAP_MS, ofDeletedAccount });
    for (const listener of this.listeners) listener(session);
  }

  private async awaitFirstLook(): Promise<void> {
    const waited = new AbortController();
    const gaveUp = await Promise.race([
      this.firstLook.promise.then(() => false),
      sleep(this.options.patienceMs, true, { signal: waited.signal }).catch(() => false),
    ]);
    waited.abort();
    if (gaveUp) throw plainRefusal('UNAVAILABLE', 1);
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.lookNow();
      await sleep(this.options.everyMs ?? LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
