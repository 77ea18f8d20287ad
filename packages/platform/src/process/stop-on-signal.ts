import type { Logger } from 'pino';

/** The part of `process` that this needs. */
export interface SignalSource {
  on(event: string, listener: (cause: any) => void): unknown;
  exit(code: number): void;
}

/**
 * Runs `stop` once on the first SIGTERM or SIGINT and exits: 0 when it ended in time, 1 otherwise. What goes wrong
 * outside any handler ends the process with 1 at once; whoever supervises it starts it again from committed state.
 */
export function stopOnSignal(
  stop: () => Promise<void>,
  { logger, timeoutMs, source = process }: { logger: Logger; timeoutMs: number; source?: SignalSource },
): void {
  let stopping = false;
  const begin = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    const startedAt = performance.now();
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error({ timeoutMs }, 'not stopped in time');
      source.exit(1);
    }, timeoutMs).unref();
    stop().then(
      () => {
        logger.info({ tookMs: Math.round(performance.now() - startedAt) }, 'stopped');
        source.exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        source.exit(1);
      },
    );
  };
  source.on('SIGTERM', begin);
  source.on('SIGINT', begin);
  const fail = (error: unknown): void => {
    logger.fatal({ err: error }, 'uncaught error');
    source.exit(1);
  };
  source.on('uncaughtException', fail);
  source.on('unhandledRejection', fail);
}
