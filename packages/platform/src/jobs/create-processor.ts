import {
  type Cause,
  claimWorkItem,
  completeWorkItem,
  failWorkItem,
  postponeWorkItem,
  retryConflicts,
  type SpanSettings,
  type SqlSession,
  type WorkItem,
} from '@candid/event-store';
import { type ConnectionOptions, type Job, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { isTransient, reasonOf } from '../messaging/transient-failure.js';
import type { Metrics } from '../operations/metrics.js';
import type { Database } from '../orm/database.js';
import { type Pace, paces } from '../process/pace.js';
import { within } from '../process/within.js';
import { workerConnection } from '../redis/index.js';
import { runAsCommand, runAsConsequence } from '../rpc/request-context.js';
import { inSpan } from '../tracing/tracing.js';
import {
  defaultProcessorLimits,
  NotYetError,
  type Processor,
  type ProcessorLimits,
  type WorkTransaction,
} from './processor.js';

export interface ProcessorOptions {
  processor: Processor;
  redisUrl: string;
  database: Database;
  logger: Logger;
  metrics?: Metrics;
  limits?: Partial<ProcessorLimits>;
  pace?: Pick<Pace, 'queue'>;
}

export interface RunningProcessor {
  readonly queue: string;
  readonly concurrency: number;
  /** Handles a due item without a BullMQ job. Does nothing if another process handles it or has completed it. */
  work(itemId: string): Promise<void>;
  stop(): Promise<void>;
}

/** A job stalls if its process dies. A job that stalls more often than this number probably kills its processes. */
const MAX_STALLED_COUNT = 20;
const CONCURRENCY = 4;
const OUTAGE_RETRY_MS = 1_000;
const STOP_TIMEOUT_MS = 8_000;
const allowIdleSql = `set local idle_in_transaction_session_timeout = '30s'`;

/**
 * A job is only a hint: the item's row, which the transaction locks, says whether there is work. A job does nothing if
 * its item is done. A failed item becomes due again and gets another job.
 */
export function createProcessor(options: ProcessorOptions): RunningProcessor {
  attemptsOf(options);
  const { processor, logger, pace = paces.usual } = options;
  const { stallCheckMs, drainDelaySeconds } = pace.queue;
  const limits = { ...defaultProcessorLimits, stallCheckMs, ...options.limits };
  const { queue, concurrency = CONCURRENCY } = processor;
  const perform = (job: Job<{ itemId: string }>, token?: string) =>
    holdingLock(job, token, limits.lockMs, () => work(options, limits, job.data.itemId));
  const worker = new Worker<{ itemId: string }>(queue, perform, {
    connection: workerConnection(options.redisUrl) as ConnectionOptions,
    concurrency,
    drainDelay: drainDelaySeconds,
    lockDuration: limits.lockMs,
    // `holdingLock` renews locks, because the worker's own renewal runs several times a second even without jobs.
    skipLockRenewal: true,
    stalledInterval: limits.stallCheckMs,
    maxStalledCount: MAX_STALLED_COUNT,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  worker.on('error', (error) => logger.debug({ err: error, queue }, 'worker connection'));
  return { queue, concurrency, work: (itemId) => work(options, limits, itemId), stop: () => stop(worker) };
}

/** Renews the job's lock during the work. A lost lock does no harm, because the item's row is locked too. */
async function holdingLock(
  job: Job,
  token: string | undefined,
  lockMs: number,
  perform: () => Promise<void>,
): Promise<void> {
  const renewal = setInterval(() => {
    job.extendLock(token ?? '', lockMs).catch(() => undefined);
  }, lockMs / 3);
  try {
    await perform();
  } finally {
    clearInterval(renewal);
  }
}

/** Abandons jobs after a timeout. Other processes take them when this process ends and its transactions roll back. */
async function stop(worker: Worker): Promise<void> {
  await within(worker.close(), STOP_TIMEOUT_MS).catch(() => within(worker.close(true), 1_000).catch(() => undefined));
}

async function work(options: ProcessorOptions, limits: ProcessorLimits, itemId: string): Promise<void> {
  const { processor, database, logger } = options;
  let attempts = 0;
  let cause: Cause = {};
  try {
    await retryConflicts(() =>
      database.transaction(async (transaction) => {
        const item = await claimWorkItem(transaction.session, itemId);
        if (!item) return;
        ({ attempts, cause } = item);
        if (processor.waitsOutside) await transaction.session.query(allowIdleSql);
        await handle(processor, item, transaction);
        await completeWorkItem(transaction.session, itemId);
      }),
    );
    count(options, 'done');
  } catch (error) {
    const waits = error instanceof NotYetError;
    count(options, waits ? 'not_yet' : 'failed');
    runAsConsequence(cause, () => {
      if (waits) logger.info({ err: error, queue: processor.queue, itemId }, 'work item waits');
      else logger.warn({ err: error, queue: processor.queue, itemId, attempts: attempts + 1 }, 'work item failed');
    });
    const storing = database.transaction(({ session }) => putOff(session, itemId, error, attempts + 1, limits));
    await storing.catch((failure: unknown) => {
      // The item stays due, and the dispatcher's next poll queues it again.
      logger.error({ err: failure, queue: processor.queue, itemId }, 'failure of a work item not stored');
    });
  }
}

/** The item's row, not the job, contains the trace's parent, so a data loss in Redis does not interrupt the trace. */
function handle(processor: Processor, item: WorkItem, transaction: WorkTransaction): Promise<void> {
  const { queue } = processor;
  const settings: SpanSettings = {
    kind: 'consumer',
    parent: item.cause.traceparent,
    attributes: () => ({ 'work.queue': queue, 'work.item.id': item.id, 'work.attempts': item.attempts }),
  };
  const work = () => runAsCommand(queue, () => processor.handle(item, transaction));
  return runAsConsequence(item.cause, () => inSpan(`work ${queue}`, settings, work));
}

async function putOff(
  session: SqlSession,
  itemId: string,
  error: unknown,
  attempts: number,
  limits: ProcessorLimits,
): Promise<void> {
  if (error instanceof NotYetError) {
    const { leastWaitMs, mostWaitMs } = limits;
    const { until } = error;
    await postponeWorkItem(session, itemId, { reason: reasonOf(error.cause ?? error), leastWaitMs, mostWaitMs, until });
  } else {
    await failWorkItem(session, itemId, { error: reasonOf(error), ...retryAfter(error, attempts, limits) });
  }
}

const attemptsOf = ({ metrics }: ProcessorOptions) =>
  metrics?.counter('work_item_attempts_total', 'Attempts at work items by queue and outcome', ['queue', 'outcome']);

function count(options: ProcessorOptions, outcome: 'done' | 'not_yet' | 'failed'): void {
  attemptsOf(options)?.inc({ queue: options.processor.queue, outcome });
}

/** If a dependency is unavailable, the item is retried without a limit of attempts. */
function retryAfter(error: unknown, attempts: number, limits: ProcessorLimits): { retryInMs?: number } {
  const backoffMs = limits.backoffMs[Math.min(attempts, limits.backoffMs.length) - 1] ?? OUTAGE_RETRY_MS;
  if (isTransient(error)) return { retryInMs: Math.max(backoffMs, OUTAGE_RETRY_MS) };
  return attempts >= limits.maxAttempts ? {} : { retryInMs: backoffMs };
}
