import { randomUUID } from 'node:crypto';
import type { RequestContext, Role, Route, UserId } from '@candid/contracts';
import type { HeldSpan } from '@candid/platform';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Reading } from '../held/held-answers.js';
import { traceparentOf } from './traceparent.js';

export interface Caller {
  userId: UserId;
  roles: Role[];
  sessionId: string;
  /** Until when the access token is taken. */
  expiresAtMs: number;
}

/** What the guards found out about a request; handlers read this and never the raw request. */
export interface Call {
  route: Route;
  caller?: Caller;
  /** The client's key, or one made for this request so that the gateway itself may repeat a command safely. */
  idempotencyKey: string;
  country?: string;
  params: unknown;
  query: unknown;
  body: unknown;
  /** The answer may be held for the next request. */
  reading?: Reading;
  /** Whose command this is, which the other gateways have been told of. */
  commandOf?: string;
  /** SHA-256 of the client's body; the upload sets it once the files have been read. */
  fingerprint: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    call?: Call;
    /** What the log says about this request; the guard adds whose it is. */
    logged?: RequestContext;
    /** Where it is traced. */
    span?: HeldSpan;
  }
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The parsed input of a route, with the caller. */
export interface RouteInput<R extends Route> {
  params: Parsed<R['params']>;
  query: Parsed<R['query']>;
  body: Parsed<R['body']>;
  context: RequestContext;
  /** The logged-in user; the guard has refused everybody else on routes that need one. */
  userId: R['audience'] extends 'anyone' ? UserId | undefined : UserId;
}

export const Input = createParamDecorator((_: unknown, execution: ExecutionContext) =>
  inputOf(execution.switchToHttp().getRequest<FastifyRequest>()),
);

export function inputOf<R extends Route>(request: FastifyRequest): RouteInput<R> {
  const call = request.call;
  if (!call) throw new Error('the request has not passed the guards');
  return {
    params: call.params,
    query: call.query,
    body: call.body,
    context: contextOf(request, call),
    userId: call.caller?.userId,
  } as RouteInput<R>;
}

/** The context that travels with every message to a service; built from the verified token, never from the body. */
export function contextOf(request: FastifyRequest, call: Call): RequestContext {
  const traceparent = request.span?.traceparent ?? traceparentOf(request);
  return {
    requestId: request.id,
    route: call.route.id,
    roles: call.caller?.roles ?? [],
    ...(call.caller ? { userId: call.caller.userId, sessionId: call.caller.sessionId } : {}),
    ...(call.route.method === 'GET' ? {} : { idempotency: { key: scopedKeyOf(call), fingerprint: call.fingerprint } }),
    ...(traceparent !== undefined && { traceparent }),
    ip: request.ip,
    ...(call.country ? { country: call.country } : {}),
  };
}

/** A key is its caller's, and for one call: two people, or two calls, may use the same one. */
export const scopedKeyOf = ({ caller, route, idempotencyKey }: Call): string =>
  `${caller?.userId ?? 'anonymous'}:${route.id}:${idempotencyKey}`;

const PRINTABLE = /^[\x21-\x7e]{1,128}$/;

/** Takes the client's `x-request-id` when it is short and printable, else makes one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && PRINTABLE.test(header) ? header : randomUUID();
}

/** Blanks are printable too; a header's own leading and trailing ones never arrive. */
export const isPrintableKey = (text: string): boolean => /^[\x20-\x7e]{1,128}$/.test(text);
