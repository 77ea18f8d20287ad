import { currentPart, PerPart } from '@candid/event-store';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { logIds } from '../rpc/request-context.js';
import { currentSpan } from '../tracing/tracing.js';

export type { Logger } from 'pino';

/** Keys whose values are personal or secret anywhere in a logged object, down to the third level. */
const FORBIDDEN_KEYS = [
  ...['password', 'passkey', 'code', 'token', 'refreshToken', 'assessorToken', 'authorization', 'cookie'],
  ...['email', 'name', 'displayName', 'ip', 'gender', 'location'],
  ...['country', 'birthDate', 'interestedIn', 'bornFrom', 'ageFrom', 'ageTo'],
];
/** `code` and `name` are redacted only in `payload` and `data`: elsewhere they belong to an error. */
const REDACTED_PATHS = FORBIDDEN_KEYS.flatMap((key) =>
  key === 'code' || key === 'name' ? [`payload.${key}`, `data.${key}`] : [key, `*.${key}`, `*.*.${key}`],
);

/** Database drivers put row values into messages and details, so only an error's class, code and frames are logged. */
function serializeError(error: unknown): Record<string, unknown> {
  if (!Error.isError(error)) return { type: typeof error };
  const { code, constraint, table, severity } = error as Error & Record<string, unknown>;
  const fromDatabase = severity !== undefined || 'sqlMessage' in error || 'sqlState' in error;
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    type: error.name,
    code,
    constraint,
    table,
    message: fromDatabase ? undefined : withoutAddresses(error.message),
    stack: frames.slice(0, 12).join('\n'),
    cause: error.cause === undefined ? undefined : serializeError(error.cause),
  };
}

/** Each line has the service's name and the ids of the current work, and no personal data. */
export function createLogger(
  serviceName: string,
  options: { level?: string; destination?: DestinationStream } = {},
): Logger {
  return pino(
    {
      level: options.level ?? process.env['LOG_LEVEL'] ?? 'info',
      base: { service: serviceName, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
      serializers: { err: serializeError, error: serializeError },
      mixin: () => {
        const span = currentSpan();
        return { ...logIds(), ...(span && { trace_id: span.traceId, span_id: span.spanId }) };
      },
    },
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

export const partLogger = new PerPart<Logger>(() => createLogger(currentPart().name));

const E_MAIL_ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/** Removes e-mail addresses, which error messages of other systems often quote. */
export const withoutAddresses = (text: string): string => text.replaceAll(E_MAIL_ADDRESS, '[address]');

const writeAs =
  (level: 'fatal' | 'error' | 'warn' | 'debug' | 'trace') =>
  (message: unknown, ...rest: unknown[]): void => {
    const context = rest.findLast((part) => typeof part === 'string' && !part.includes('\n'));
    if (Error.isError(message)) partLogger.value[level]({ context, err: message }, 'nest');
    else partLogger.value[level]({ context }, String(message));
  };

/** Sends Nest's own log lines to the logger of the process's current part, because Nest has one logger per process. */
export class NestLogger implements LoggerService {
  readonly log = writeAs('debug');
  readonly fatal = writeAs('fatal');
  readonly error = writeAs('error');
  readonly warn = writeAs('warn');
  readonly debug = writeAs('debug');
  readonly verbose = writeAs('trace');
}
