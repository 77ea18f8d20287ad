import { PRODUCT } from '@candid/contracts';
import {
  callerSettings,
  coreSettings,
  databaseSettings,
  type Environment,
  loadConfig,
  migrationSettings,
  redisSettings,
} from '@candid/platform';
import { z } from 'zod';

export const serviceSettings = z.object({
  ...coreSettings,
  ...callerSettings,
  ...databaseSettings,
  /** Shortest time in milliseconds, per photo, between opening an assessment and a submission that earns tokens. */
  MIN_LOOK_MS: z.coerce.number().int().min(0).max(60_000).default(PRODUCT.minLookMs),
  /** Slots that one assessor may reserve or renew within an hour. */
  OPENINGS_PER_HOUR: z.coerce.number().int().min(1).default(PRODUCT.openingsPerHour),
  /** For how many milliseconds one assessor may hold slots in one assessment, in sum. */
  SLOT_TIME_MAX_MS: z.coerce.number().int().min(60_000).default(PRODUCT.slotTimeMaxMs),
  /** Key of the hashes of assessors' networks, the same for every process; derived from `DATABASE_URL` if absent. */
  NETWORK_HASH_KEY: z.string().min(32).optional(),
  /** Key that signs the appeal links in mails, equal in all processes; derived from `DATABASE_URL` if absent. */
  APPEAL_TOKEN_KEY: z.string().min(32).optional(),
  /** Milliseconds since an assessor's approval before the assessor's reports count towards a hold. */
  REPORTER_AGE_MIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(72 * 3_600_000),
  /** Number of accepted submissions before an assessor's reports count towards a hold. */
  REPORTER_SUBMISSIONS_MIN: z.coerce.number().int().min(0).default(3),
});

export type ServiceConfig = z.infer<typeof serviceSettings>;

/** What the use cases need of the configuration. */
export interface AssessmentsSettings {
  minLookMs: number;
  openingsPerHour: number;
  slotTimeMaxMs: number;
  networkKey: string;
  appealTokenKey: string;
  reporterAgeMinMs: number;
  reporterSubmissionsMin: number;
}

export const SETTINGS = Symbol('AssessmentsSettings');

export type SettingOfUseCases =
  | 'DATABASE_URL'
  | 'MIN_LOOK_MS'
  | 'OPENINGS_PER_HOUR'
  | 'SLOT_TIME_MAX_MS'
  | 'NETWORK_HASH_KEY'
  | 'APPEAL_TOKEN_KEY'
  | 'REPORTER_AGE_MIN_MS'
  | 'REPORTER_SUBMISSIONS_MIN';

export const settingsOf = (config: Pick<ServiceConfig, SettingOfUseCases>): AssessmentsSettings => ({
  minLookMs: config.MIN_LOOK_MS,
  openingsPerHour: config.OPENINGS_PER_HOUR,
  slotTimeMaxMs: config.SLOT_TIME_MAX_MS,
  networkKey: config.NETWORK_HASH_KEY ?? `networks\n${config.DATABASE_URL}`,
  appealTokenKey: config.APPEAL_TOKEN_KEY ?? `appeals\n${config.DATABASE_URL}`,
  reporterAgeMinMs: config.REPORTER_AGE_MIN_MS,
  reporterSubmissionsMin: config.REPORTER_SUBMISSIONS_MIN,
});

const linkSettings = {
  /** Between two searches for linked accounts. */
  LINKED_ACCOUNTS_INTERVAL_MS: z.coerce.number().int().min(1_000).default(3_600_000),
  /** Assessors with fewer submissions in 30 days are never linked. */
  LINKED_ACCOUNTS_SUBMISSIONS: z.coerce.number().int().min(2).default(10),
  /** Least share of submissions or rewards that links accounts. */
  LINKED_ACCOUNTS_SHARE: z.coerce.number().min(0.05).max(1).default(0.5),
};

export type LinkSettings = z.infer<z.ZodObject<typeof linkSettings>>;

export const workerSettings = z.object({
  ...coreSettings,
  ...databaseSettings,
  ...redisSettings,
  /** Between two looks for starts that were never confirmed. */
  SWEEP_INTERVAL_MS: z.coerce.number().int().min(100).default(30_000),
  ...linkSettings,
});

export type WorkerConfig = z.infer<typeof workerSettings>;

export const WORKER_CONFIG = Symbol('WorkerConfig');

/** Bounds that are nobody's to set: times in milliseconds, and numbers of things. */
export const LIMITS = {
  projectionWaitMs: 2_000,
  /** For asking the tokens service: less than the gateway waits for this service. */
  remoteCallMs: 3_000,
  /** For asking it whether a start can be paid at all: both calls together are less than the gateway waits. */
  balanceCheckMs: 1_000,
  /** Starts opened under one idempotency key, each after the one before it was given up. */
  startsPerKey: 20,
  /** An unconfirmed start older than this has lost its client: a new one may take its place. */
  startSettleMs: 2 * 60_000,
  /** A hold outlives the last moment to confirm by this, so that the started photo assessment's event still finds it. */
  holdGraceMs: 5 * 60_000,
  feedEntriesMax: 20,
  feedRowsMax: 60,
  /** Photo assessments that began to wait within the same hour are in turn equally. */
  feedTieMs: 3_600_000,
  /** Photos of one person that are shown at once. */
  openingPhotosMax: 6,
  benchmarksMax: 2,
  ratingsListedMax: 2_000,
  profilesListedMax: 200,
  /** Of one owner, the newest: what comments go with is computed on request. */
  associatedRatingsMax: 500,
  /** Rows of one statement of the sweep; it repeats the statement until few are left. */
  sweepBatch: 1_000,
  /** A request sent again after this is a new one. */
  answerAgeMs: 24 * 3_600_000,
  aggregationsAtOnce: 4,
  /** Completed assessments of which a duration is told: at least, and the newest so many at most, of the last 30 days. */
  outlookCompletionsMin: 20,
  outlookCompletionsMax: 500,
  outlookWindowMs: 30 * 24 * 3_600_000,
  /** An assessor is active who rated within this time; so many of an audience are looked at. */
  outlookActiveMs: 7 * 24 * 3_600_000,
  outlookAssessorsMax: 2_000,
  /** Active assessors of an audience from which on there are "some" and "many". */
  audienceSomeMin: 10,
  audienceManyMin: 50,
  /** An audience gets an assessment alone for this share of the usual time to completion. */
  audienceWindowShare: 0.2,
  audienceWindowMsMin: 60_000,
  audienceWindowMsMax: 6 * 3_600_000,
  /** Between two full fits of the fair scores, and by how many ratings more one comes earlier while they are few. */
  fitEveryMs: 24 * 3_600_000,
  fitGrowthMin: 50,
  /** Photos from which it is learned how audiences differ. */
  fitAudiencePhotos: 2_000,
  /** Ratings older than this tell nothing of an assessor's severity. */
  fitWindowMs: 365 * 24 * 3_600_000,
  /** Ratings from which the variances are estimated. */
  fitSample: 1_000_000,
  /** Ratings that are fitted together, unless one country has more. */
  fitBlock: 10_000_000,
  /** Of the fit's cursors: tens of millions of ratings are sorted before the first row. */
  fitQueryMs: 600_000,
  /** Ratings of a written page: aggregations wait while it is written. */
  fitPage: 2_000,
  fitPhotosPerPage: 1_000,
  fitAssessorsPerPage: 5_000,
  /** What is assumed before there are ratings weighs as so many photos, assessors and ratings. */
  fitPriorWeight: 20,
  sameOwnerPauseMs: PRODUCT.sameOwnerPauseMs,
} as const;

export const readServiceConfig = (environment?: Environment): ServiceConfig => loadConfig(serviceSettings, environment);
export const readWorkerConfig = (environment?: Environment): WorkerConfig => loadConfig(workerSettings, environment);
export const readMigrationConfig = (environment?: Environment) => loadConfig(z.object(migrationSettings), environment);
export const readDatabaseConfig = () => loadConfig(z.object(databaseSettings));
