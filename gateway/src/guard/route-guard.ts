import { createHmac, hash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { belongsToStaff, type FieldIssue, identityRoutes, isForStaff, type Route } from '@candid/contracts';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { z } from 'zod';
import { BearerTokens, EndedSessions } from '../auth/callers.js';
import { beginRead, CacheInvalidation, isCommand } from '../cache/cache-hooks.js';
import { ResponseCache } from '../cache/response-cache.js';
import { type Call, type Caller, isPrintableKey, ROUTE_METADATA, scopedKeyOf } from '../kernel/call.js';
import { GATEWAY_CONFIG, type GatewayConfig } from '../kernel/config.js';
import { plainRefusal, RefusalError } from '../kernel/refusals.js';
import { RateLimits } from '../rate-limit/rate-limits.js';
import { watchForSupport } from '../support/support-audit.js';

const REMEMBERED_SECONDS = 24 * 3600;

/**
 * Refuses an idempotency key that was used for a different command. Services do not record calls with secret bodies;
 * Redis does, but only as keyed hashes. While Redis is down, only the services' own records detect reuse.
 */
export class UsedKeys {
  constructor(
    private readonly redis: Redis,
    private readonly secret: string,
  ) {}

  /** @throws RefusalError `IDEMPOTENCY_KEY_REUSED` if the key has succeeded with another body */
  async refuseReuse(request: FastifyRequest): Promise<void> {
    const use = this.useOf(request);
    const known = use && (await this.redis.get(use.name).catch(() => null));
    if (known && known !== use.fingerprint) {
      throw new RefusalError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another request.');
    }
  }

  /** A refused request has done nothing, so its key may be sent again with a corrected body. */
  remember(request: FastifyRequest): Promise<unknown> | undefined {
    const use = this.useOf(request);
    return use && this.redis.set(use.name, use.fingerprint, 'EX', REMEMBERED_SECONDS, 'NX').catch(() => null);
  }

  private useOf({ call, headers }: FastifyRequest): { name: string; fingerprint: string } | undefined {
    if (!call || call.route.method === 'GET' || headers['idempotency-key'] === undefined) return undefined;
    const keyed = (text: string) => createHmac('sha256', this.secret).update(text).digest('base64url');
    return { name: `used-key:${keyed(scopedKeyOf(call))}`, fingerprint: keyed(call.fingerprint) };
  }
}

export function registerUsedKeys(fastify: FastifyInstance, usedKeys: UsedKeys): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const remembered = reply.statusCode < 400 ? usedKeys.remember(request) : undefined;
    if (remembered) void remembered.then(() => done(null, payload));
    else done(null, payload);
  });
}

/**
 * Checks in this order: the route's existence, the origin of the calling page, the session, the rate limits, the
 * audience, the ids that must be the caller's, the input's schema, the key's reuse.
 */
@Injectable()
export class RouteGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: BearerTokens,
    private readonly rateLimits: RateLimits,
    private readonly cache: ResponseCache,
    private readonly invalidation: CacheInvalidation,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly ended: EndedSessions,
    private readonly usedKeys: UsedKeys,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const route = this.reflector.get<Route | undefined>(ROUTE_METADATA, execution.getHandler());
    if (!route) throw plainRefusal('NOT_FOUND');
    const request = execution.switchToHttp().getRequest<FastifyRequest>();
    if (isFromForeignPage(route, request, this.config.PUBLIC_URL)) throw plainRefusal('FORBIDDEN');
    const caller = await this.ended.without(route, await this.tokens.verify(request.headers.authorization));
    if (caller && request.logged) request.logged.userId = caller.userId;
    await this.rateLimits.take(route, request, caller?.userId);
    watchForSupport(request, route, caller);
    admit(route, caller);
    if (caller && !route.multipart) refuseForeignIds(route, caller, request);
    request.call = {
      route,
      ...(caller ? { caller } : {}),
      idempotencyKey: idempotencyKeyOf(request),
      ...this.countryOf(request),
      params: parse(route.params, request.params, 'params'),
      query: parse(route.query, request.query, 'query'),
      body: route.multipart ? undefined : parse(route.body, request.body, 'body'),
      fingerprint:
        route.method === 'GET' || route.multipart ? '' : fingerprintOf([request.params, request.body ?? null]),
    };
    if (!route.multipart) await this.usedKeys.refuseReuse(request);
    this.prepareCaching(request, request.call);
    return true;
  }

  /** Must be the last check, because each read or command that begins here must also end with an answer. */
  private prepareCaching(request: FastifyRequest, call: Call): void {
    const callerId = call.caller?.userId;
    if (isCommand(call.route)) {
      if (callerId === undefined) return;
      call.commandOf = callerId;
      this.invalidation.commandBegins(callerId);
      return;
    }
    const reading = beginRead(this.cache, call.route, request.url, callerId);
    if (reading) call.reading = reading;
  }

  private countryOf(request: FastifyRequest): { country?: string } {
    const value = this.config.COUNTRY_HEADER ? request.headers[this.config.COUNTRY_HEADER] : undefined;
    return typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? { country: value.toUpperCase() } : {};
  }
}

function admit(route: Route, caller: Caller | undefined): void {
  if (route.audience === 'anyone') return;
  if (!caller) throw plainRefusal('UNAUTHENTICATED');
  if (isForStaff(route.audience) && !belongsToStaff(route.audience, caller.roles)) throw plainRefusal('FORBIDDEN');
}

type Sent = Pick<FastifyRequest, 'params' | 'body' | 'query'>;

/** The user ids that a client sends must be the caller's and have no further effect. */
export function refuseForeignIds(route: Route, caller: Caller, request: Sent): void {
  for (const field of route.callerFields ?? []) {
    const [place, name] = field.split('.') as ['params' | 'body' | 'query', string];
    const value = (request[place] as Record<string, unknown> | null | undefined)?.[name];
    if (typeof value === 'string' && value !== caller.userId) throw plainRefusal('FORBIDDEN');
  }
}

export function parse(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? (place === 'body' ? undefined : {}));
  if (parsed.success) return parsed.data;
  // A malformed id in a path cannot name anything that exists.
  if (place === 'params') throw plainRefusal('NOT_FOUND');
  const details = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.') || place,
    message: issue.message,
  }));
  throw new RefusalError('VALIDATION_FAILED', textOf(details), details);
}

/** If the only issue's text is a full sentence, the text becomes the message. Others appear only in the details. */
function textOf([first, ...others]: FieldIssue[]): string {
  const isSentence = first !== undefined && others.length === 0 && /^\p{Lu}.*[.!?]$/u.test(first.message);
  return isSentence ? first.message : 'Please check what you entered.';
}

function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return `request-${randomUUID()}`;
  if (typeof key !== 'string' || !isPrintableKey(key)) {
    throw new RefusalError('VALIDATION_FAILED', 'Idempotency-Key takes 1 to 128 printable characters.');
  }
  return key;
}

/** @throws RefusalError `VALIDATION_FAILED` if the input is nested too deeply to be serialised */
export function fingerprintOf(sent: unknown): string {
  try {
    return hash('sha256', JSON.stringify(sent));
  } catch {
    throw new RefusalError('VALIDATION_FAILED', 'The request is not valid.');
  }
}

/** These routes read or set a cookie. */
const COOKIE_ROUTES: ReadonlySet<string> = new Set(
  [identityRoutes.signUp, identityRoutes.logIn, identityRoutes.refresh, identityRoutes.logOut].map(({ id }) => id),
);

/**
 * True if a browser calls a cookie route for a page of another origin. A client without `Sec-Fetch-Site` and `Origin`
 * is no browser, so no foreign page can make it send a cookie. `host` includes the port.
 */
export function isFromForeignPage(
  route: Pick<Route, 'id'>,
  { headers, host }: { headers: IncomingHttpHeaders; host: string },
  publicUrl: string,
): boolean {
  if (!COOKIE_ROUTES.has(route.id)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
