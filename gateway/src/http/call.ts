import { isForStaff, type RequestContext, type Role, type Route, type UserId } from '@candid/contracts';
import type { HeldSpan } from '@candid/platform';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Reading } from '../cache/response-cache.js';
import { clientRequestIdOf, traceparentOf, whyOf } from './request-headers.js';

export interface Caller {
  userId: UserId;
  roles: Role[];
  sessionId: string;
  /** Until when the access token is accepted. */
  expiresAtMs: number;
  /** The access token, with which the services verify the caller themselves. */
  token: string;
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
  /** The read whose response may be cached. */
  reading?: Reading;
  /** Whose command this is, which the other gateways have been told of. */
  commandOf?: string;
  /** What the handler asks the services with. */
  context?: RequestContext;
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
  call.context = contextOf(request, call);
  return {
    params: call.params,
    query: call.query,
    body: call.body,
    context: call.context,
    userId: call.caller?.userId,
  } as RouteInput<R>;
}

/** The context that travels with every message to a service: with the token, by which the service knows the caller. */
export function contextOf(request: FastifyRequest, call: Call): RequestContext {
  const clientRequestId = clientRequestIdOf(request.headers);
  const traceparent = request.span?.traceparent ?? traceparentOf(request);
  return {
    requestId: request.id,
    ...(clientRequestId !== undefined && { clientRequestId }),
    route: call.route.id,
    roles: call.caller?.roles ?? [],
    ...(call.caller ? callerContextOf(call.caller) : {}),
    ...(call.route.method === 'GET' ? {} : { idempotency: { key: keyOf(call), fingerprint: call.fingerprint } }),
    ...(traceparent !== undefined && { traceparent }),
    ip: request.ip,
    ...(isForStaff(call.route.audience) && whyOf(request)),
    ...(call.country ? { country: call.country } : {}),
  };
}

export const callerContextOf = ({ userId, sessionId, roles, token }: Caller) => ({ userId, sessionId, roles, token });

/** A key is for one call; the services keep each caller's keys apart. */
const keyOf = ({ route, idempotencyKey }: Call): string => `${route.id}:${idempotencyKey}`;

/** A key is its caller's, and for one call: two people, or two calls, may use the same one. */
export const scopedKeyOf = ({ caller, route, idempotencyKey }: Call): string =>
  `${caller?.userId ?? 'anonymous'}:${route.id}:${idempotencyKey}`;

/** Blanks are printable too; a header's own leading and trailing ones never arrive. */
export const isPrintableKey = (text: string): boolean => /^[\x20-\x7e]{1,128}$/.test(text);
