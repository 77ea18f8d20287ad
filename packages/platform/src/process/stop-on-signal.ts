import { currentPart } from '@candid/event-store';
import type { Logger } from 'pino';

interface SignalSource {
  on(event: string, listener: (cause: any) => void): unknown;
  exit(code: number): void;
}

interface Stoppable {
  name: string;
  logger: Logger;
  /** Time limit of `stop`, in milliseconds. */
  timeoutMs: number;
  /** True for the edge, which stops before the other parts, because they still answer its last requests. */
  isEdge: boolean;
  stop(): Promise<void>;
}

const partsOf = new WeakMap<SignalSource, Stoppable[]>();

/**
 * Stops all parts on the first SIGTERM or SIGINT and exits with 0 if all ended in time, else with 1. An unhandled error
 * is logged and ends the process immediately with 1; the supervisor starts it again from committed state.
 */
export function stopOnSignal(part: Stoppable, source: SignalSource = process): void {
  const parts = partsOf.get(source) ?? [];
  parts.push(part);
  if (partsOf.has(source)) return;
  partsOf.set(source, parts);
  let isStopping = false;
  const begin = (signal: string): void => {
    if (isStopping) return;
    isStopping = true;
    void stopAll(parts, signal, source);
  };
  source.on('SIGTERM', begin);
  source.on('SIGINT', begin);
  const fail = (error: unknown): void => {
    const failed = parts.find(({ name }) => name === currentPart().name) ?? part;
    failed.logger.fatal({ err: error }, 'uncaught error');
    source.exit(1);
  };
  source.on('uncaughtException', fail);
  source.on('unhandledRejection', fail);
}

async function stopAll(parts: readonly Stoppable[], signal: string, source: SignalSource): Promise<void> {
  const edges = parts.filter(({ isEdge }) => isEdge);
  const others = parts.filter(({ isEdge }) => !isEdge);
  const areStopped: boolean[] = [];
  for (const stage of [edges, others])
    areStopped.push(...(await Promise.all(stage.map((part) => isStoppedInTime(part, signal)))));
  source.exit(areStopped.every(Boolean) ? 0 : 1);
}

async function isStoppedInTime({ logger, timeoutMs, stop }: Stoppable, signal: string): Promise<boolean> {
  const startedAt = performance.now();
  logger.info({ signal }, 'stopping');
  const { promise: tooLate, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => {
    logger.error({ timeoutMs }, 'not stopped in time');
    resolve(false);
  }, timeoutMs).unref();
  const stopped = stop().then(
    () => {
      logger.info({ tookMs: Math.round(performance.now() - startedAt) }, 'stopped');
      return true;
    },
    (error: unknown) => {
      logger.error({ err: error }, 'stopping failed');
      return false;
    },
  );
  const isStopped = await Promise.race([stopped, tooLate]);
  clearTimeout(timer);
  return isStopped;
}
