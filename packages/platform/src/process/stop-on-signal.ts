import type { Logger } from 'pino';

/**
 * Runs `stop` once on the first SIGTERM or SIGINT and exits: 0 when it ended in time, 1 otherwise. What goes wrong
 * outside any handler ends the process with 1 at once; whoever supervises it starts it again from committed state.
 */
export function stopOnSignal(
  stop: () => Promise<void>,
  { logger, timeoutMs }: { logger: Logger; timeoutMs: number },
): void {
  let stopping = false;
  const begin = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error({ timeoutMs }, 'not stopped in time');
      process.exit(1);
    }, timeoutMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
  const fail = (error: unknown): void => {
    logger.fatal({ err: error }, 'uncaught error');
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}
