import { surroundWith } from '@candid/event-store';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { CoreConfig } from '../config/load-config.js';
import { createLogger } from '../logging/logger.js';
import { connectNats } from '../nats/connect-nats.js';
import { Metrics } from '../operations/metrics.js';
import { OperationsServer } from '../operations/operations-server.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { processSurroundings } from '../tracing/process-surroundings.js';
import { startTracing } from '../tracing/start-tracing.js';
import type { Platform } from './platform.js';
import { stopOnSignal } from './stop-on-signal.js';

export interface ProcessOptions {
  /** The service's name: `tokens`, also in its worker. */
  name: string;
  config: CoreConfig;
  /** Of this process where it differs from the service's: `tokens-worker`. */
  processName?: string;
  /** Bound of the whole shutdown, after which the process exits 1. Default 15 000. */
  shutdownTimeoutMs?: number;
  /** Strangers can reach it: a caller's wish to be traced is heard, but not obeyed. */
  isEdge?: boolean;
}

/** Ends what the process runs: takes nothing new, finishes what is at hand, closes its pools. */
export interface RunningApplication {
  close(): Promise<void>;
}

export interface RunningProcess {
  readonly platform: Platform;
  readonly operationsPort: number;
  /** Runs the shutdown in order without ending the process. */
  stop(): Promise<void>;
}

/**
 * The frame of every process: operations port first (live, not ready), then NATS, then `start`, then ready. On SIGTERM
 * or SIGINT, in this order: not ready, the application closes, NATS is drained, spans are handed on, the operations port
 * closes, exit 0.
 * A failed start, an uncaught error or an unhandled rejection ends the process with exit 1.
 */
export async function startProcess(
  options: ProcessOptions,
  start: (platform: Platform) => Promise<RunningApplication>,
): Promise<RunningProcess> {
  const processName = options.processName ?? options.name;
  const logger = createLogger(processName, { level: options.config.LOG_LEVEL });
  surroundWith(processSurroundings);
  const tracing = await startTracing(options.config, processName, options.isEdge ?? false);
  const metrics = new Metrics(processName);
  const operations = new OperationsServer(metrics);
  const operationsPort = await operations.listen(options.config.OPS_PORT);
  const nats = await connectNats(options.config.NATS_URL, processName, logger);
  operations.addReadinessCheck('nats', () => nats.flush());
  const platform: Platform = {
    service: options.name,
    process: processName,
    logger,
    nats,
    jetstream: jetstream(nats),
    jetstreamManager: await jetstreamManager(nats, { checkAPI: false }),
    streamReplicas: options.config.NATS_STREAM_REPLICAS ?? 1,
    rpc: new RpcClient(nats),
    metrics,
    operations,
  };
  const application = await start(platform);
  const stop = async (): Promise<void> => {
    operations.setReady(false);
    await application.close();
    await nats.drain();
    await tracing?.close();
    await operations.close();
  };
  stopOnSignal(stop, { logger, timeoutMs: options.shutdownTimeoutMs ?? 15_000 });
  operations.setReady(true);
  logger.info({ operationsPort }, 'ready');
  return { platform, operationsPort, stop };
}
