import type { OnApplicationBootstrap, OnModuleDestroy, Provider, Type } from '@nestjs/common';
import { type ConnectionOptions, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { promiseJob, runJob } from '../operations/job-metrics.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import { within } from '../process/within.js';
import { connectRedis, workerConnection } from '../redis/index.js';

/** Work that runs at an interval. A failed run is logged, and the next run makes up for it. */
export interface RepeatedJob {
  /** Name of the queue, unique among all services. */
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/** Redis may forget a schedule, so it is registered again at this interval. */
const SCHEDULE_AGAIN_MS = 60_000;
const STOP_TIMEOUT_MS = 8_000;
const CLOSE_TIMEOUT_MS = 1_000;

/** All processes of a service share one schedule, whose first run is immediate. A free process runs the job. */
class RepeatedJobHost implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly redis: Redis;
  private running: { job: RepeatedJob; queue: Queue; worker: Worker }[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly jobs: RepeatedJob[],
    private readonly redisUrl: string,
  ) {
    this.redis = connectRedis(redisUrl);
  }

  onApplicationBootstrap(): void {
    this.running = this.jobs.map((job) => {
      const queue = new Queue(job.name, { connection: this.redis });
      queue.on('error', () => undefined);
      return { job, queue, worker: this.work(job) };
    });
    this.redis.on('ready', () => this.schedule());
    this.timer = setInterval(() => this.schedule(), SCHEDULE_AGAIN_MS);
    this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    const close = (part: Queue | Worker, ms: number) => within(part.close(), ms).catch(() => undefined);
    await Promise.all(this.running.map(({ worker }) => close(worker, STOP_TIMEOUT_MS)));
    await Promise.all(this.running.map(({ queue }) => close(queue, CLOSE_TIMEOUT_MS)));
    this.redis.disconnect();
  }

  private work(job: RepeatedJob): Worker {
    const { name } = job;
    promiseJob(this.platform.metrics, name);
    // The label is not `job`, because Prometheus uses that label for the group of scraped processes.
    const labels = ['task', 'outcome'];
    const help = 'Runs of repeated jobs by job and outcome';
    const runs = this.platform.metrics.counter('repeated_job_runs_total', help, labels);
    const worker = new Worker(
      name,
      async () => {
        try {
          await runJob(this.platform.metrics, name, () => job.run());
          runs.inc({ task: name, outcome: 'done' });
        } catch (error) {
          runs.inc({ task: name, outcome: 'failed' });
          this.platform.logger.warn({ err: error, job: name }, 'repeated job failed, trying again later');
        }
      },
      {
        connection: workerConnection(this.redisUrl) as ConnectionOptions,
        concurrency: 1,
        drainDelay: this.platform.pace.queue.drainDelaySeconds,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
      },
    );
    worker.on('error', (error) => this.platform.logger.debug({ err: error, job: name }, 'worker connection'));
    return worker;
  }

  private schedule(): void {
    for (const { job, queue } of this.running) {
      const { name, everyMs } = job;
      queue.upsertJobScheduler(name, { every: everyMs }).catch((error: unknown) => {
        this.platform.logger.debug({ err: error, job: name }, 'not scheduled, trying again later');
      });
    }
  }
}

export function provideRepeatedJobs(jobs: Type<RepeatedJob>[], { redisUrl }: { redisUrl: string }): Provider[] {
  return [
    ...jobs,
    {
      provide: RepeatedJobHost,
      useFactory: (platform: Platform, ...instances: RepeatedJob[]) =>
        new RepeatedJobHost(platform, instances, redisUrl),
      inject: [PLATFORM, ...jobs],
    },
  ];
}
