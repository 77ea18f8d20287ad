import type { LoggerService } from '@nestjs/common';
import { partLogger } from './logger.js';

/** Sends what Nest itself logs to the logger of the part at hand, because Nest has one logger per process; its start-up chatter goes to `debug`. */
export class NestLogger implements LoggerService {
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
    if (Error.isError(message)) partLogger.value[level]({ context, err: message }, 'nest');
    else partLogger.value[level]({ context }, String(message));
  }
}
