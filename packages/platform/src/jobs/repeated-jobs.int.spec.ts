import { eventually, startRedisServer, type TestServer } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.js';
import { Metrics } from '../operations/metrics.js';
import { paces } from '../process/pace.js';
import type { Platform } from '../process/platform.js';
import { provideRepeatedJobs, type RepeatedJob } from './repeated-jobs.js';

interface Host {
  onApplicationBootstrap(): void;
  onModuleDestroy(): Promise<void>;
}

describe('a repeated job', () => {
  let redis: TestServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.stop());

  function start(job: RepeatedJob): Host {
    const platform = {
      logger: createLogger('test', { level: 'silent' }),
      metrics: new Metrics('spec'),
      pace: paces.usual,
    };
    const provider = provideRepeatedJobs([], { redisUrl: redis.url }).at(-1) as unknown as {
      useFactory: (platform: Platform, ...jobs: RepeatedJob[]) => Host;
    };
    const host = provider.useFactory(platform as unknown as Platform, job);
    host.onApplicationBootstrap();
    return host;
  }

  it('runs as soon as it is scheduled and again and again, whatever a run did', async () => {
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      if (runs === 1) throw new Error('the first one fails');
    };
    const host = start({ name: 'spec-again', everyMs: 100, run });
    await eventually(() => expect(runs).toBeGreaterThanOrEqual(3));
    await host.onModuleDestroy();
  });

  it('is taken over by another process when the first one leaves', async () => {
    const runs = [0, 0];
    const jobOf = (index: number): RepeatedJob => ({
      name: 'spec-shared',
      everyMs: 50,
      run: async () => {
        runs[index]! += 1;
      },
    });
    const [first, second] = [start(jobOf(0)), start(jobOf(1))];
    await eventually(() => expect(runs[0]! + runs[1]!).toBeGreaterThanOrEqual(3));
    await first.onModuleDestroy();
    const before = runs[1]!;
    await eventually(() => expect(runs[1]).toBeGreaterThan(before));
    await second.onModuleDestroy();
  });
});
