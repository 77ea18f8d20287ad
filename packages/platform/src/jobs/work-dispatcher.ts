import { setTimeout as delay } from 'node:timers/promises';
import { listDue, listSchedules, type SqlSession, type WorkItem } from '@candid/event-store';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { within } from '../process/within.js';
import { connectRedis } from '../redis/index.js';
import type { RunningProcessor } from './create-processor.js';
import { jobIdOf } from './processor.js';

export interface WorkDispatcherOptions {
  queues: readonly string[];
  /** These processors handle due items directly while Redis is unavailable. */
  processors?: () => readonly DirectProcessor[];
  redisUrl: string;
  session: SqlSession;
  logger: Logger;
  /** Interval of polls of all queues while work is due. Each poll queues all due items again. Default 1000. */
  pollMs?: number;
  /** Longest interval of polls while no work is due. Default: `pollMs`. */
  idlePollMs?: number;
  /** Maximum number of items per query and queue. Default 200. */
  batchSize?: number;
  /** Timeout of one enqueue while Redis does not answer. Default 2000. */
  enqueueTimeoutMs?: number;
}

const CLOSE_TIMEOUT_MS = 1_000;
const COUNT_TIMEOUT_MS = 1_000;
/** Pause after a dispatch of more than one item, so that under load one dispatch serves many wake-ups. */
const REST_MS = 10;

const PROBE_MS = 500;

/**
 * Turns due work items into jobs. Queueing an item twice is harmless: both jobs have the item's id, and the processor
 * checks the row. After the next poll, an item no longer counts as queued, because its job may be lost. While Redis is
 * unavailable, each process handles due items itself; the row's lock admits one process at a time.
 */
export class WorkDispatcher {
  private readonly redis: Redis;
  private readonly queues: Map<string, Queue>;
  /** Items that were queued since the last poll, with the time at which they were due. */
  private readonly queued = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  /** Milliseconds of `performance.now()`. */
  private nextLookAt = Number.POSITIVE_INFINITY;
  private current: Promise<void> | undefined;
  private looking: Promise<void> | undefined;
  private readonly wanted = new Set<string>();
  private stopped = false;
  private redisAway = false;
  private readonly direct = new DirectWork(() => this.wake());

  constructor(private readonly options: WorkDispatcherOptions) {
    this.redis = connectRedis(options.redisUrl);
    this.queues = new Map(
      options.queues.map((name) => {
        const queue = new Queue(name, { connection: this.redis });
        queue.on('error', () => undefined);
        return [name, queue];
      }),
    );
  }

  start(): void {
    this.lookWithin(0);
  }

  /** Dispatches these queues' due items now, or after the current dispatch and its pause. Default: all queues. */
  wake(queues: Iterable<string> = this.queues.keys()): void {
    for (const name of queues) if (this.queues.has(name)) this.wanted.add(name);
    this.dispatchSoon();
    // A poll is needed too, because an announced item may become due later.
    this.lookWithin(this.pollMs);
  }

  private get pollMs(): number {
    return this.options.pollMs ?? 1_000;
  }

  private dispatchSoon(): void {
    if (this.stopped || this.current || this.wanted.size === 0) return;
    this.current = this.dispatchWanted()
      .then((found) => (found > 1 ? delay(REST_MS) : undefined))
      .finally(() => {
        this.current = undefined;
        this.dispatchSoon();
      });
  }

  private lookWithin(ms: number): void {
    const at = performance.now() + ms;
    if (this.stopped || at >= this.nextLookAt) return;
    this.nextLookAt = at;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.looking = this.look();
    }, ms);
  }

  /** Polls: finds items that became due without a wake-up, and the time at which the next item becomes due. */
  private async look(): Promise<void> {
    this.nextLookAt = Number.POSITIVE_INFINITY;
    this.queued.clear();
    let pauseMs = this.pollMs;
    try {
      const schedules = await listSchedules(this.options.session, [...this.queues.keys()]);
      const due = schedules.filter(({ isDue }) => isDue);
      for (const { queue } of due) this.wanted.add(queue);
      this.dispatchSoon();
      const idlePollMs = this.options.idlePollMs ?? this.pollMs;
      if (due.length === 0) pauseMs = Math.min(idlePollMs, ...schedules.map(({ nextInMs }) => nextInMs ?? idlePollMs));
    } catch (error) {
      this.options.logger.warn({ err: error }, 'due work not looked for, trying again');
    }
    this.lookWithin(Math.max(pauseMs, 1));
  }

  /** Throws while Redis is unavailable. */
  async countJobs(): Promise<Map<string, Record<string, number>>> {
    const counted = [...this.queues].map(async ([name, queue]): Promise<[string, Record<string, number>]> => {
      const counts = queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
      return [name, await within(counts, COUNT_TIMEOUT_MS)];
    });
    return new Map(await Promise.all(counted));
  }

  /** `memoryMax` is 0 if Redis has no limit. Throws while Redis is unavailable. */
  async redisLevels() {
    const info = await within(this.redis.info(), COUNT_TIMEOUT_MS);
    const field = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
    return {
      memoryUsed: field('used_memory'),
      memoryMax: field('maxmemory'),
      rejectedConnections: field('rejected_connections'),
    };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looking;
    await this.current;
    await this.direct.stop();
    const queues = [...this.queues.values()];
    await Promise.all(queues.map((queue) => within(queue.close(), CLOSE_TIMEOUT_MS).catch(() => undefined)));
    this.redis.disconnect();
  }

  /** @returns the number of due items that were not queued yet */
  private async dispatchWanted(): Promise<number> {
    const wanted = [...this.wanted];
    this.wanted.clear();
    if (this.redisAway) this.redisAway = await this.isRedisAway();
    let found = 0;
    for (const name of wanted) {
      try {
        found += await this.dispatch(name, this.queues.get(name)!);
      } catch (error) {
        this.options.logger.warn({ err: error, queue: name }, 'due work not dispatched, trying again');
      }
    }
    return found;
  }

  private async isRedisAway(): Promise<boolean> {
    return within(this.redis.ping(), PROBE_MS).then(
      () => false,
      () => true,
    );
  }

  private async dispatch(name: string, queue: Queue): Promise<number> {
    const due = await listDue(this.options.session, name, this.options.batchSize ?? 200);
    const unqueued = due.filter((item) => this.queued.get(item.id) !== item.availableAt.getTime());
    if (!this.redisAway && unqueued.length > 0) await this.enqueue(name, queue, unqueued);
    // Handles queued items too, because the worker that has the job may wait for Redis or be dead.
    if (this.redisAway) this.workDirectly(name, due);
    return unqueued.length;
  }

  private async enqueue(name: string, queue: Queue, items: readonly WorkItem[]): Promise<void> {
    try {
      await within(queue.addBulk(items.map((item) => jobOf(name, item))), this.options.enqueueTimeoutMs ?? 2_000);
      for (const { id, availableAt } of items) this.queued.set(id, availableAt.getTime());
    } catch (error) {
      this.options.logger.warn({ err: error, queue: name }, 'Redis is away: work goes on without it');
      this.redisAway = true;
    }
  }

  private workDirectly(name: string, due: readonly WorkItem[]): void {
    const processor = this.options.processors?.().find(({ queue }) => queue === name);
    if (processor && !this.stopped) this.direct.take(processor, due);
  }
}

function jobOf(queue: string, item: WorkItem) {
  return {
    name: queue,
    data: { itemId: item.id },
    opts: { jobId: jobIdOf(queue, item.id), attempts: 1, removeOnComplete: true, removeOnFail: true },
  };
}

const STOP_TIMEOUT_MS = 8_000;
/** An item that another process handles stays due. Earlier tries would only cost queries. */
const RETRY_MS = 1_000;

type DirectProcessor = Pick<RunningProcessor, 'queue' | 'concurrency' | 'work'>;

export class DirectWork {
  private readonly atWork = new Map<string, Map<string, Promise<void>>>();
  /** Milliseconds of `performance.now()`. */
  private readonly attemptedAt = new Map<string, number>();

  constructor(private readonly onRoom: () => void) {}

  take({ queue, concurrency, work }: DirectProcessor, due: readonly WorkItem[]): void {
    const atWork = this.atWork.get(queue) ?? new Map<string, Promise<void>>();
    this.atWork.set(queue, atWork);
    const room = concurrency - atWork.size;
    this.forgetOldAttempts();
    const next = due.filter(({ id }) => !atWork.has(id) && !this.attemptedAt.has(id)).slice(0, room);
    for (const { id } of next) {
      this.attemptedAt.set(id, performance.now());
      const end = (): void => {
        atWork.delete(id);
        this.onRoom();
      };
      atWork.set(id, work(id).then(end, end));
    }
  }

  private forgetOldAttempts(): void {
    const limit = performance.now() - RETRY_MS;
    for (const [id, atMs] of this.attemptedAt) if (atMs <= limit) this.attemptedAt.delete(id);
  }

  /** Resolves when all items have ended, or after 8 s. Unfinished transactions roll back when the process ends. */
  async stop(): Promise<void> {
    const all = [...this.atWork.values()].flatMap((items) => [...items.values()]);
    await within(Promise.all(all), STOP_TIMEOUT_MS).catch(() => undefined);
  }
}
