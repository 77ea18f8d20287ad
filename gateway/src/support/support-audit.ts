import { randomUUID } from 'node:crypto';
import { isForStaff, isStaff, type RequestContext, type Route } from '@candid/contracts';
import { AUDIT_NAME, AUDIT_TARGETS_MAX, LOGGER, type Logger, UUID } from '@candid/platform';
import { Inject } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, callerContextOf, whyOf } from '../kernel/call.js';
import { ask, Services } from '../kernel/services.js';

interface WatchedCall {
  route: Route;
  caller: Caller;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the route is for staff or the caller has a staff role. */
    watchedCall?: WatchedCall;
  }
}

type Sent = Pick<FastifyRequest, 'params' | 'query' | 'body'>;

/**
 * On staff routes, records calls that the gateway refuses before it asks a service. On other routes, records a staff
 * member's call that is refused because it concerns another person: no staff role permits such a call.
 */
export class SupportAudit {
  constructor(
    @Inject(Services) private readonly services: Pick<Services, 'call' | 'hasAsked'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  register(fastify: FastifyInstance): void {
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const call = request.watchedCall;
      if (!call) return done(null, payload);
      delete request.watchedCall;
      if (!this.isOurs(call.route, request, reply)) return done(null, payload);
      void this.record(call, request, { status: reply.statusCode, code: codeOf(payload) })
        .catch((error: unknown) => {
          // The refusal may be sent without a record, because nothing was done or shown.
          this.logger.error({ err: error, requestId: request.id }, 'a refused call could not be recorded');
        })
        .then(() => done(null, payload));
    });
  }

  private isOurs(route: Route, { call }: FastifyRequest, { statusCode }: FastifyReply): boolean {
    if (!isForStaff(route.audience)) return isForeign(route, statusCode);
    return statusCode >= 400 && !(call?.context && this.services.hasAsked(call.context));
  }

  private async record(
    { route, caller }: WatchedCall,
    request: FastifyRequest,
    outcome: { status: number; code: string | undefined },
  ): Promise<void> {
    const context: RequestContext = { requestId: request.id, ...callerContextOf(caller) };
    const entryId = randomUUID();
    const entry = { entryId, call: route.id, targets: targetsOf(request), ...whyOf(request) };
    const { hasEntry } = await this.services.call(ask.support.recordSupportCall, entry, context);
    if (hasEntry === false) return;
    const { status, code } = outcome;
    const ended = { entryId, status, ...(code && { code }), targets: [] };
    await this.services.call(ask.support.recordSupportOutcome, ended, context);
  }
}

/** Runs before the refusal, so that attempts without the role are recorded too. */
export function watchForSupport(request: FastifyRequest, route: Route, caller: Caller | undefined): void {
  if (!caller) return;
  if (isForStaff(route.audience) || isStaff(caller.roles)) request.watchedCall = { route, caller };
}

/** A call about another person is refused with 403, or with 404 if even its existence must not be revealed. */
const isForeign = (route: Route, status: number): boolean =>
  status === 403 || (status === 404 && (route.ownedFields?.length ?? 0) > 0);

/** Returns the ids and names that were sent. E-mail addresses and other typed texts are not included. */
export function targetsOf({ params, query, body }: Sent): string[] {
  const targets = [...texts(params, AUDIT_NAME), ...texts(query, UUID), ...texts(body, UUID)];
  return [...new Set(targets)].slice(0, AUDIT_TARGETS_MAX);
}

function texts(sent: unknown, form: RegExp): string[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return [];
  return Object.values(sent).filter((value): value is string => typeof value === 'string' && form.test(value));
}

function codeOf(payload: unknown): string | undefined {
  if (typeof payload !== 'string') return undefined;
  try {
    const { code } = JSON.parse(payload) as { code?: unknown };
    return typeof code === 'string' ? code.slice(0, 64) : undefined;
  } catch {
    return undefined;
  }
}
