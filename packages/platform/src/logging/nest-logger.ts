import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Sends what Nest itself logs through pino; its start-up chatter goes to `debug`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(level: 'fatal' | 'error' | 'warn' | 'debug' | 'trace', message: unknown, rest: unknown[]): void {
    const context = rest.findLast((part) => typeof part === 'string' && !part.includes('\n'));
    if (Error.isError(message)) this.logger[level]({ context, err: message }, 'nest');
    else this.logger[level]({ context }, String(message));
  }
}
