import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { runAsPart, surroundWith } from '@candid/event-store';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { CoreConfig } from '../config/load-config.js';
import { createLogger, partLogger } from '../logging/logger.js';
import { connectNats } from '../nats/connect-nats.js';
import { reachableOrJustLost } from '../nats/connection-state.js';
import { Metrics } from '../operations/metrics.js';
import { OperationsServer } from '../operations/operations-server.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { processSurroundings, traceWith } from '../tracing/tracing.js';
import { paces } from './pace.js';
import type { Platform } from './platform.js';
import { stopOnSignal } from './stop-on-signal.js';

/** Timeout of a JetStream API request. It is short, because requests during a leader election get no answer. */
const JETSTREAM_MS = 2_000;

export interface ProcessOptions {
  name: string;
  config: CoreConfig;
  /** The process's name if it differs from the service's, for example `tokens-worker`. */
  processName?: string;
  /** Time limit of the shutdown after `DRAIN_DELAY_MS`; then the process exits with 1. Default: 15 000. */
  shutdownTimeoutMs?: number;
  /** True if strangers can reach the process. The sampling ratio then applies even to callers that ask for a trace. */
  isEdge?: boolean;
}

export interface RunningApplication {
  /** Makes clients with kept-alive connections move to another process; this process still answers all requests. */
  leave?(): void;
  /** Ends the application: accepts no new work, finishes the current work, closes the pools. */
  close(): Promise<void>;
}

export interface RunningProcess {
  readonly platform: Platform;
  readonly operationsPort: number;
  /** Runs all steps of the shutdown without ending the process. */
  stop(): Promise<void>;
}

/**
 * Steps of the start: the operations port (live, not ready), NATS, `start`, ready. Steps of the stop on SIGTERM or
 * SIGINT: not ready, a wait of `DRAIN_DELAY_MS` for load balancers, the application closes, NATS drains, spans are
 * exported, the operations port closes, exit 0. If the signal comes during `start`, the stop waits until `start` has
 * ended. A failed start, an uncaught error or an unhandled rejection ends the process with exit 1.
 */
export function startProcess(
  options: ProcessOptions,
  start: (platform: Platform) => Promise<RunningApplication>,
): Promise<RunningProcess> {
  const processName = options.processName ?? options.name;
  return runAsPart({ name: processName }, async () => {
    const logger = createLogger(processName, { level: options.config.LOG_LEVEL });
    partLogger.value = logger;
    surroundWith(processSurroundings);
    const tracing = await startTracing(options, processName);
    const metrics = new Metrics(processName);
    const operations = new OperationsServer(metrics, {
      version: options.config.RELEASE_VERSION ?? 'unreleased',
      revision: options.config.RELEASE_REVISION ?? 'unknown',
    });
    const operationsPort = await operations.listen(options.config.OPS_PORT, options.config.OPS_HOST);
    let isStopping = false;
    let nats: NatsConnection | undefined;
    let application: Promise<RunningApplication> | undefined;
    const drainDelayMs = options.config.DRAIN_DELAY_MS ?? 0;
    // Signal handlers run outside any part, so `bind` keeps this part's context.
    const stop = AsyncLocalStorage.bind(async (): Promise<void> => {
      isStopping = true;
      operations.setReady(false);
      const running = await application;
      running?.leave?.();
      if (running) await delay(drainDelayMs);
      await running?.close();
      await nats?.drain();
      await tracing?.close();
      await operations.close();
    });
    const timeoutMs = drainDelayMs + (options.shutdownTimeoutMs ?? 15_000);
    stopOnSignal({ name: processName, logger, timeoutMs, isEdge: options.isEdge ?? false, stop });
    nats = await connectNats(options.config.NATS_URL, processName, { logger, ca: options.config.NATS_CA });
    operations.addReadinessCheck('nats', reachableOrJustLost(nats));
    const platform: Platform = {
      service: options.name,
      process: processName,
      logger,
      nats,
      jetstream: jetstream(nats, { timeout: JETSTREAM_MS }),
      jetstreamManager: await jetstreamManager(nats, { checkAPI: false, timeout: JETSTREAM_MS }),
      stream: { replicas: options.config.NATS_STREAM_REPLICAS, maxBytes: options.config.NATS_STREAM_MAX_BYTES },
      rpc: new RpcClient(nats),
      metrics,
      operations,
      pace: paces[options.config.IDLE_PACE ?? 'usual'],
    };
    application = start(platform);
    await application;
    if (!isStopping) {
      operations.setReady(true);
      logger.info({ operationsPort }, 'ready');
    }
    return { platform, operationsPort, stop };
  });
}

const DEFAULT_TRACED_RATIO = 0.1;

/** Loads OpenTelemetry only if an endpoint for spans is set. */
async function startTracing({ config, isEdge = false }: ProcessOptions, process: string) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio = DEFAULT_TRACED_RATIO } = config;
  if (endpoint === undefined) return undefined;
  const { OtelTracing } = await import('../tracing/otel-tracing.js');
  const tracing = new OtelTracing({ process, endpoint, ratio, isEdge });
  traceWith(tracing);
  return tracing;
}
