import { randomUUID } from 'node:crypto';
import type { RequestContext, Route } from '@candid/contracts';
import type { Logger } from '@candid/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RefusalError } from '../errors/refusal.js';
import { refusalBody } from '../errors/refusal-body.js';
import { PLAIN_TEXTS, STATUS_OF_CODE } from '../errors/status-of-code.js';
import type { Caller } from '../http/call.js';
import { ask, type Services } from '../services/services.js';

/** A support call that is on record and not answered yet. */
export interface RecordedCall {
  entryId: string;
  context: RequestContext;
  /** Ids that only the answer made known: whose accounts a search has shown. */
  found: Set<string>;
}

declare module 'fastify' {
  interface FastifyRequest {
    supportCall?: RecordedCall;
  }
}

const NAME = /^[\w.:-]{1,200}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const TARGETS_MAX = 50;
const REASON_LENGTH_MAX = 500;
const TICKET_LENGTH_MAX = 100;

type Sent = Pick<FastifyRequest, 'params' | 'query' | 'body' | 'headers'>;

/**
 * Who called what, on whom, when and why, put down by the identity service before the call does anything, and its outcome
 * before the answer leaves. What cannot be put down is refused as `UNAVAILABLE`.
 */
export class SupportAudit {
  constructor(
    private readonly services: Services,
    private readonly logger: Logger,
  ) {}

  /** @throws RefusalError `UNAVAILABLE` where the call cannot be put on record; then nothing was done */
  async record(route: Route, caller: Caller, request: FastifyRequest): Promise<void> {
    const { userId, roles, sessionId } = caller;
    const context: RequestContext = { requestId: request.id, userId, roles, sessionId };
    const entryId = randomUUID();
    const entry = { entryId, call: route.id, targets: targetsOf(request), ...whyOf(request) };
    try {
      const { hasEntry } = await this.services.call(ask.support.recordSupportCall, entry, context);
      if (hasEntry !== false) request.supportCall = { entryId, context, found: new Set() };
    } catch (error) {
      this.logger.error({ err: error, requestId: request.id }, 'a support call could not be recorded');
      throw new RefusalError('UNAVAILABLE', PLAIN_TEXTS.UNAVAILABLE);
    }
  }

  /** For every answer, whoever decided on it: of a handler, of the guard, of the filter. */
  register(fastify: FastifyInstance): void {
    fastify.addHook('onSend', async (request, reply, payload) => {
      const call = request.supportCall;
      if (!call) return payload;
      // Once: the refusal that takes the answer's place passes here again.
      delete request.supportCall;
      const code = reply.statusCode >= 400 ? codeOf(payload) : undefined;
      const targets = [...call.found].slice(0, TARGETS_MAX);
      const outcome = { entryId: call.entryId, status: reply.statusCode, ...(code && { code }), targets };
      try {
        await this.services.call(ask.support.recordSupportOutcome, outcome, call.context);
        return payload;
      } catch (error) {
        this.logger.error({ err: error, requestId: request.id }, 'the outcome of a support call could not be recorded');
        reply.code(STATUS_OF_CODE.UNAVAILABLE).type('application/json; charset=utf-8').removeHeader('content-length');
        return JSON.stringify(refusalBody('UNAVAILABLE', PLAIN_TEXTS.UNAVAILABLE, request.id));
      }
    });
  }
}

/** Ids and names wherever they were sent. An address or any other text a person typed is neither. */
export function targetsOf({ params, query, body }: Sent): string[] {
  const targets = [...texts(params, NAME), ...texts(query, UUID), ...texts(body, UUID)];
  return [...new Set(targets)].slice(0, TARGETS_MAX);
}

function texts(sent: unknown, form: RegExp): string[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return [];
  return Object.values(sent).filter((value): value is string => typeof value === 'string' && form.test(value));
}

/** Of the body, or of the header where there is none. */
export function whyOf({ headers, body }: Sent): { reason?: string; ticket?: string } {
  const { reason, ticket } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const given = plain(reason, REASON_LENGTH_MAX) ?? plain(headers['x-reason'], REASON_LENGTH_MAX);
  const number = plain(ticket, TICKET_LENGTH_MAX);
  return { ...(given && { reason: given }), ...(number && { ticket: number }) };
}

/** Cut to what is stored, without characters that cannot be. */
function plain(value: unknown, lengthMax: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, lengthMax)
    .toWellFormed();
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
