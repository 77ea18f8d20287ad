import { ErrorCode, PLAIN_TEXTS, type Refusal, STATUS_OF_CODE } from '@candid/contracts';
import { isTransient, type Logger, RemoteError } from '@candid/platform';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answeredRequestIdOf } from '../http/request-headers.js';
import { RefusalError, refusalBody } from './refusals.js';

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'VALIDATION_FAILED',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  // An id of that length in an address names nothing.
  414: 'NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA',
  429: 'RATE_LIMITED',
};

/** Turns whatever was thrown into the contract's refusal. An unknown error is logged and answers its request id only. */
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
  // Here too: what the router refuses by itself passes no hook.
  reply.header('x-request-id', answeredRequestIdOf(request)).header('x-correlation-id', request.id);
  reply.header('cache-control', 'no-store').status(STATUS_OF_CODE[refusal.code]).send(refusal);
}

/** About as long as a process or a server takes to start. */
const UNAVAILABLE_SECONDS = 2;

/** A service says in a detail how long to wait; the edge says it itself. */
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

/** Nest's and Fastify's own errors carry a status; anything else is a fault of ours. */
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
