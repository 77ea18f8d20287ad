import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, gzip } from 'node:zlib';
import { ErrorCode, PLAIN_TEXTS, PRODUCT, type Refusal, STATUS_OF_CODE } from '@candid/contracts';
import { isTransient, type Logger, RemoteError } from '@candid/platform';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { answeredRequestIdOf } from '../kernel/call.js';
import { RefusalError, refusalBody } from '../kernel/refusals.js';

/** @param picturesOrigin a second origin from which pages may load images */
export async function registerPlugins(
  fastify: FastifyInstance,
  { publicUrl, picturesOrigin }: { publicUrl: string; picturesOrigin: string | undefined },
): Promise<void> {
  const ofPages = [...headersOf(helmetOptions(publicUrl.startsWith('https:'), picturesOrigin))];
  const ofData = [...ofPages.filter(([name]) => OF_DATA.includes(name.toLowerCase())), POLICY_OF_DATA];
  fastify.addHook('onRequest', ({ url }, reply, done) => {
    const isPage = !url.startsWith('/api/') || url.startsWith('/api/docs');
    for (const [name, value] of isPage ? ofPages : ofData) reply.raw.setHeader(name, value);
    done();
  });
  await fastify.register(cookie);
  await fastify.register(multipart, { limits: { fileSize: PRODUCT.uploadBytesMax } });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', answeredRequestIdOf(request)).header('x-correlation-id', request.id);
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}

const helmetOptions = (secure: boolean, picturesOrigin: string | undefined): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...(picturesOrigin ? [picturesOrigin] : [])],
      // Gestures and animations set positions as style attributes. No style comes from user content.
      styleSrc: ["'self'", "'unsafe-inline'"],
      scriptSrc: ["'self'"],
      connectSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'"],
      ...(secure ? { upgradeInsecureRequests: [] } : {}),
    },
  },
  hsts: secure ? { maxAge: 31_536_000 } : false,
  referrerPolicy: { policy: 'no-referrer' },
});

/** Helmet's headers that also matter for data. The others would double the size of a short answer's headers. */
const OF_DATA = ['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options'];
const POLICY_OF_DATA = ['content-security-policy', "default-src 'none';frame-ancestors 'none'"] as const;

/** Computes Helmet's headers once, because none of them depends on the request. @throws errors that Helmet reports */
function headersOf(options: HelmetOptions): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

export const etagOf = (body: string | Buffer): string => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/** Compares ETags weakly (RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

/**
 * Adds `etag` and `cache-control`. Register this hook before the response cache, so that cached responses have both.
 */
export function registerValidators(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const cacheControl = request.call?.route.cacheControl;
    if (cacheControl === undefined || reply.statusCode !== 200 || typeof payload !== 'string')
      return done(null, payload);
    const etag = etagOf(payload);
    reply.header('etag', etag).header('cache-control', cacheControl);
    if (!isKnown(request.headers['if-none-match'], etag)) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, '');
  });
}

/** A smaller body fits into one packet, so compression would not make it arrive sooner. */
export const COMPRESSED_FROM_BYTES = 1_400;

const quickly = { level: constants.Z_BEST_SPEED };

/** Register this hook last, so that caches get uncompressed answers. An answer with an `etag` is not compressed. */
export function registerCompression(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!isList(request, reply, payload)) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    if (!takesGzip(request.headers['accept-encoding'])) return done(null, payload);
    gzip(payload, quickly, (error, body) => {
      if (error) return done(error);
      reply.header('content-encoding', 'gzip').removeHeader('content-length');
      done(null, body);
    });
  });
}

/** A complete JSON answer to a GET, long enough for compression. */
const isList = (request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string =>
  request.method === 'GET' &&
  reply.statusCode === 200 &&
  typeof payload === 'string' &&
  payload.length >= COMPRESSED_FROM_BYTES &&
  String(reply.getHeader('content-type')).startsWith('application/json') &&
  !reply.hasHeader('etag') &&
  !reply.hasHeader('content-encoding');

/** Returns true if `Accept-Encoding` names gzip and does not refuse it with `q=0`. */
export const takesGzip = (accepted: string | string[] | undefined): boolean =>
  /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i.test(String(accepted ?? ''));

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'VALIDATION_FAILED',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  // No id is that long, so the address names nothing that exists.
  414: 'NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA',
  429: 'RATE_LIMITED',
};

@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendRefusal(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), this.logger);
  }
}

export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const refusal = refusalOf(error, request, logger);
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  const retryAfterSeconds = retryAfterOf(error, refusal);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  // These headers are set here too, because the router's own refusals pass no hook.
  reply.header('x-request-id', answeredRequestIdOf(request)).header('x-correlation-id', request.id);
  reply.header('cache-control', 'no-store').status(STATUS_OF_CODE[refusal.code]).send(refusal);
}

/** A process or a server takes about this long to start. */
const UNAVAILABLE_SECONDS = 2;

/** A service sends the waiting time in the detail `retryAfterSeconds`; the gateway's refusals have it as a property. */
function retryAfterOf(error: unknown, { code }: Refusal): number | undefined {
  if (error instanceof RefusalError && error.retryAfterSeconds !== undefined) return error.retryAfterSeconds;
  if (code === 'UNAVAILABLE') return UNAVAILABLE_SECONDS;
  if (!(error instanceof RemoteError) || (code !== 'RATE_LIMITED' && code !== 'TOO_FAST')) return undefined;
  const told = Number(error.details?.find((detail) => detail.field === 'retryAfterSeconds')?.message);
  return Number.isFinite(told) ? Math.max(1, Math.ceil(told)) : 60;
}

function refusalOf(error: unknown, request: FastifyRequest, logger: Logger): Refusal {
  const requestId = answeredRequestIdOf(request);
  if (error instanceof RemoteError) {
    const code = ErrorCode.safeParse(error.code).success ? error.code : 'INTERNAL';
    if (code === 'INTERNAL' || code === 'UNAVAILABLE')
      logger.warn({ err: error, requestId: request.id }, 'a service did not answer');
    const message = code === 'INTERNAL' || code === 'UNAVAILABLE' ? PLAIN_TEXTS[code] : error.message;
    return refusalBody(code, message, requestId, error.details);
  }
  const status = statusOf(error);
  const code = CODE_OF_STATUS[status] ?? (status < 500 ? 'VALIDATION_FAILED' : undefined);
  if (code) return refusalBody(code, textOf(code, error), requestId);
  if (isTransient(error)) {
    logger.warn({ err: error, requestId: request.id }, 'a part is away');
    return refusalBody('UNAVAILABLE', PLAIN_TEXTS.UNAVAILABLE, requestId);
  }
  logger.error({ err: error, requestId: request.id }, 'request failed');
  return refusalBody('INTERNAL', PLAIN_TEXTS.INTERNAL, requestId);
}

/** Nest's and Fastify's own errors have a status. Any other error is a fault of the gateway. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

function textOf(code: ErrorCode, error: unknown): string {
  if (code === 'PAYLOAD_TOO_LARGE') return 'That is larger than we can take.';
  if (code === 'UNSUPPORTED_MEDIA') return 'We cannot read that kind of content.';
  if (code in PLAIN_TEXTS) return PLAIN_TEXTS[code as keyof typeof PLAIN_TEXTS];
  return error instanceof SyntaxError ? 'The request is not valid JSON.' : 'The request is not valid.';
}
