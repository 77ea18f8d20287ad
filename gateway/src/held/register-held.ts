import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessTokens } from '../auth/access-token.js';
import { requestIdOf } from '../http/call.js';
import type { RateLimits } from '../rate-limit/rate-limits.js';
import type { HeldAnswer, HeldAnswers } from './held-answers.js';
import type { ChangeWatch } from './watch-changes.js';

export interface HeldParts {
  held: HeldAnswers;
  tokens: AccessTokens;
  rateLimits: RateLimits;
  changes: ChangeWatch;
}

/**
 * Puts held answers in front of the framework, and holds what leaves it. In front of the framework nothing is refused:
 * whatever is not certainly the held answer's case goes the ordinary way, which decides it.
 */
export function registerHeld(fastify: FastifyInstance, parts: HeldParts): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    hold(parts.held, request, reply, payload);
    if (request.call?.commandOf !== undefined) parts.changes.commandEnds(request.call.commandOf);
  });
  let closing = false;
  fastify.addHook('preClose', async () => {
    closing = true;
  });
  fastify.addHook('onReady', async () => {
    const ordinary = fastify.server.listeners('request') as RequestListener[];
    fastify.server.removeAllListeners('request');
    fastify.server.on('request', (request, response) => {
      if (!closing && answerFromHeld(parts, request, response)) return;
      for (const listener of ordinary) listener(request, response);
    });
  });
}

/** @returns false, with nothing done, unless the answer was held for exactly this caller and request */
export function answerFromHeld(
  { held, tokens, rateLimits }: Pick<HeldParts, 'held' | 'tokens' | 'rateLimits'>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.method !== 'GET' || request.headers['if-none-match'] !== undefined) return false;
  const answer = held.find(request.url ?? '');
  if (!answer) return false;
  if (answer.ownerId !== undefined) {
    if (tokens.known(request.headers.authorization)?.userId !== answer.ownerId) return false;
    if (!rateLimits.admitsRead(answer.ownerId)) return false;
  }
  response.writeHead(200, [...answer.headers, 'x-request-id', requestIdOf(request.headers['x-request-id'])]);
  response.end(answer.body, 'latin1');
  held.served += 1;
  return true;
}

function hold(held: HeldAnswers, request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  const reading = request.call?.reading;
  if (reading) held.end(reading, answerOf(reading.ownerId, reply, payload));
}

/** Undefined for anything but a whole, cookieless 200. */
function answerOf(ownerId: string | undefined, reply: FastifyReply, payload: unknown): HeldAnswer | undefined {
  if (reply.statusCode !== 200 || typeof payload !== 'string' || reply.hasHeader('set-cookie')) return undefined;
  const body = Buffer.from(payload).toString('latin1');
  const headers = Object.entries(reply.getHeaders())
    .filter(([name, value]) => value !== undefined && name !== 'x-request-id' && name !== 'content-length')
    .flatMap(([name, value]) => [name, String(value)]);
  return { ownerId, headers: [...headers, 'content-length', String(body.length)], body };
}
