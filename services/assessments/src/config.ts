import { PRODUCT } from '@candid/contracts';
import { coreSettings, databaseSettings, loadConfig, migrationSettings, redisSettings } from '@candid/platform';
import { z } from 'zod';

export const serviceSettings = z.object({ ...coreSettings, ...databaseSettings });
export type ServiceConfig = z.infer<typeof serviceSettings>;

export const workerSettings = z.object({
  ...coreSettings,
  ...databaseSettings,
  ...redisSettings,
  /** Between two looks for starts that were never confirmed. */
  SWEEP_INTERVAL_MS: z.coerce.number().int().min(100).default(30_000),
});
export type WorkerConfig = z.infer<typeof workerSettings>;
export const WORKER_CONFIG = Symbol('WorkerConfig');

/** Bounds that are nobody's to set: times in milliseconds, and numbers of things. */
export const LIMITS = {
  projectionWaitMs: 2_000,
  conflictRetries: 3,
  /** For asking the tokens service: less than the gateway waits for this service. */
  remoteCallMs: 3_000,
  /** Starts opened under one idempotency key, each after the one before it was given up. */
  startsPerKey: 20,
  /** An unconfirmed start older than this has lost its client: a new one may take its place. */
  startSettleMs: 2 * 60_000,
  /** A hold outlives the last moment to confirm by this, so that the started test's event still finds it. */
  holdGraceMs: 5 * 60_000,
  feedEntriesMax: 20,
  feedRowsMax: 60,
  /** Tests that began to wait within the same hour are in turn equally. */
  feedTieMs: 3_600_000,
  benchmarksMax: 2,
  ratingsListedMax: 2_000,
  groupsListedMax: 200,
  sweepBatch: 100,
  /** A request sent again after this is a new one. */
  answerAgeMs: 24 * 3_600_000,
  answersPerSweep: 1_000,
  aggregationsAtOnce: 4,
  /** Done aggregations are kept this long, for whoever looks into one. */
  doneWorkAgeMs: 24 * 3_600_000,
  doneWorkPerSweep: 1_000,
  /** Between two full fits of the fair scores, and by how many ratings more one comes earlier while they are few. */
  fitEveryMs: 24 * 3_600_000,
  fitGrowthMin: 50,
  fitPage: 10_000,
  /** Nothing is settled by fewer. */
  settlingRatersMin: 3,
  /** What is assumed before there are ratings weighs as so many photos, raters and ratings. */
  fitPriorWeight: 20,
  sameOwnerPauseMs: PRODUCT.sameOwnerPauseMs,
} as const;

export const readServiceConfig = (): ServiceConfig => loadConfig(serviceSettings);
export const readWorkerConfig = (): WorkerConfig => loadConfig(workerSettings);
export const readMigrationConfig = () => loadConfig(z.object(migrationSettings));
export const readDatabaseConfig = () => loadConfig(z.object(databaseSettings));
