import type { IncomingHttpHeaders } from 'node:http';
import { isForStaff, type RequestContext, type Role, type Route, type UserId } from '@candid/contracts';
import { type HeldSpan, storedText } from '@candid/platform';
import {
  applyDecorators,
  createParamDecorator,
  Delete,
  type ExecutionContext,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
  SetMetadata,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { languageOf } from './language.js';

export interface Caller {
  userId: UserId;
  roles: Role[];
  sessionId: string;
  /** Time at which the gateway stops accepting the access token. */
  expiresAtMs: number;
  /** The access token, with which the services verify the caller themselves. */
  token: string;
}

export interface Reading {
  readonly url: string;
  readonly ownerId: string | undefined;
}

export interface Call {
  route: Route;
  caller?: Caller;
  /** The client's key, or one that the gateway creates to repeat a command safely. */
  idempotencyKey: string;
  country?: string;
  params: unknown;
  query: unknown;
  body: unknown;
  reading?: Reading;
  commandOf?: string;
  context?: RequestContext;
  /** SHA-256 of the client's body; the upload sets it once the files have been read. */
  fingerprint: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    call?: Call;
    logged?: RequestContext;
    span?: HeldSpan;
  }
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface RouteInput<R extends Route> {
  params: Parsed<R['params']>;
  query: Parsed<R['query']>;
  body: Parsed<R['body']>;
  context: RequestContext;
  /** The logged-in user. On routes that require a log-in, the guard refuses anonymous callers. */
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

function contextOf(request: FastifyRequest, call: Call): RequestContext {
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
    language: languageOf(request.headers),
  };
}

export const callerContextOf = ({ userId, sessionId, roles, token }: Caller) => ({ userId, sessionId, roles, token });

/** Adds the route, because a client may use a key on two routes. Services separate the keys of different callers. */
const keyOf = ({ route, idempotencyKey }: Call): string => `${route.id}:${idempotencyKey}`;

/** Adds caller and route, because clients may use the same key for two people or on two routes. */
export const scopedKeyOf = (call: Call): string => `${call.caller?.userId ?? 'anonymous'}:${keyOf(call)}`;

/** Accepts spaces as printable. A key cannot begin or end with one, because HTTP trims header values. */
export const isPrintableKey = (text: string): boolean => /^[\x20-\x7e]{1,128}$/.test(text);

export const ROUTE_METADATA = 'candid:route';

const METHODS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;

/** The guard refuses a handler without a route, so no handler is accessible by mistake. */
export function HttpRoute(route: Route): MethodDecorator {
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/^\//, '');
  return applyDecorators(METHODS[route.method](path), HttpCode(route.status), SetMetadata(ROUTE_METADATA, route));
}

const PRINTABLE = /^[\x21-\x7e]{1,128}$/;

/** Two clients may send the same id, so the gateway's own id correlates the effects of a request. */
export function clientRequestIdOf(headers: IncomingHttpHeaders): string | undefined {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && PRINTABLE.test(sent) ? sent : undefined;
}

export const answeredRequestIdOf = ({ id, headers }: { id: string; headers: IncomingHttpHeaders }): string =>
  clientRequestIdOf(headers) ?? id;

/** W3C trace context, level 1, with valid ids. Other text is ignored, because each event would store it. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export function traceparentOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['traceparent'];
  return typeof header === 'string' && TRACEPARENT.test(header) ? header : undefined;
}

const REASON_LENGTH_MAX = 500;
const TICKET_LENGTH_MAX = 100;

/** The header `x-reason` is used if the body has no reason. */
export function whyOf({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): {
  reason?: string;
  ticket?: string;
} {
  const { reason, ticket } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const given = storedText(reason, REASON_LENGTH_MAX) ?? storedText(headers['x-reason'], REASON_LENGTH_MAX);
  const number = storedText(ticket, TICKET_LENGTH_MAX);
  return { ...(given && { reason: given }), ...(number && { ticket: number }) };
}
