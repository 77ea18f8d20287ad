import { PRODUCT } from '@candid/contracts';
import { callerSettings, coreSettings, databaseSettings, redisSettings } from '@candid/platform';
import { z } from 'zod';

const useCaseSettings = {
  /** Shortest time in milliseconds, per photo, between opening an assessment and a submission that earns tokens. */
  MIN_LOOK_MS: z.coerce.number().int().min(0).max(60_000).default(PRODUCT.minLookMs),
  /** Slots that one assessor may reserve or renew within an hour. */
  OPENINGS_PER_HOUR: z.coerce.number().int().min(1).default(PRODUCT.openingsPerHour),
  /** Maximum total time, in milliseconds, that one assessor may hold slots in one assessment. */
  SLOT_TIME_MAX_MS: z.coerce.number().int().min(60_000).default(PRODUCT.slotTimeMaxMs),
  /** Key of the hashes of assessors' networks, the same for every process; derived from `DATABASE_URL` if absent. */
  NETWORK_HASH_KEY: z.string().min(32).optional(),
  /** Key that signs the appeal links in mails, equal in all processes; derived from `DATABASE_URL` if absent. */
  APPEAL_TOKEN_KEY: z.string().min(32).optional(),
  /** Milliseconds that must pass after an assessor's approval before the assessor's reports count towards a hold. */
  REPORTER_AGE_MIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(72 * 3_600_000),
  /** Number of accepted submissions that an assessor needs before the assessor's reports count towards a hold. */
  REPORTER_SUBMISSIONS_MIN: z.coerce.number().int().min(0).default(3),
};

export const serviceSettings = z.object({
  ...coreSettings,
  ...callerSettings,
  ...databaseSettings,
  ...useCaseSettings,
});

export type ServiceConfig = z.infer<typeof serviceSettings>;

export type SettingOfUseCases = keyof typeof useCaseSettings | 'DATABASE_URL';

export type AssessmentsSettings = ReturnType<typeof settingsOf>;

export const SETTINGS = Symbol('AssessmentsSettings');

export const settingsOf = (config: Pick<ServiceConfig, SettingOfUseCases>) => ({
  minLookMs: config.MIN_LOOK_MS,
  openingsPerHour: config.OPENINGS_PER_HOUR,
  slotTimeMaxMs: config.SLOT_TIME_MAX_MS,
  networkKey: config.NETWORK_HASH_KEY ?? `networks\n${config.DATABASE_URL}`,
  appealTokenKey: config.APPEAL_TOKEN_KEY ?? `appeals\n${config.DATABASE_URL}`,
  reporterAgeMinMs: config.REPORTER_AGE_MIN_MS,
  reporterSubmissionsMin: config.REPORTER_SUBMISSIONS_MIN,
});

const linkSettings = {
  LINKED_ACCOUNTS_INTERVAL_MS: z.coerce.number().int().min(1_000).default(3_600_000),
  /** Assessors with fewer submissions in 30 days are never linked. */
  LINKED_ACCOUNTS_SUBMISSIONS: z.coerce.number().int().min(2).default(10),
  /** Minimum share of submissions or rewards that links accounts. */
  LINKED_ACCOUNTS_SHARE: z.coerce.number().min(0.05).max(1).default(0.5),
};

export type LinkSettings = z.infer<z.ZodObject<typeof linkSettings>>;

export const workerSettings = z.object({
  ...coreSettings,
  ...databaseSettings,
  ...redisSettings,
  /** Milliseconds between two sweeps, which look for unconfirmed starts. */
  SWEEP_INTERVAL_MS: z.coerce.number().int().min(100).default(30_000),
  ...linkSettings,
});

export type WorkerConfig = z.infer<typeof workerSettings>;

export const WORKER_CONFIG = Symbol('WorkerConfig');

/** Fixed limits: times in milliseconds, and counts. */
export const LIMITS = {
  projectionWaitMs: 2_000,
  /** Timeout of a call to the tokens service. It is shorter than the gateway's timeout for this service. */
  remoteCallMs: 3_000,
  /** Timeout of the balance check before a start. Its sum with `remoteCallMs` is below the gateway's timeout. */
  balanceCheckMs: 1_000,
  /** Maximum number of starts under one idempotency key. Each opens only after the earlier ones are abandoned. */
  startsPerKey: 20,
  /** An unconfirmed start older than this is assumed to have lost its client, so a new start may replace it. */
  startSettleMs: 2 * 60_000,
  /** A hold expires this long after the deadline of the confirmation, so that a late confirmation still finds it. */
  holdGraceMs: 5 * 60_000,
  feedEntriesMax: 20,
  feedRowsMax: 60,
  /** Photo assessments that began to wait within the same hour have equal turns. */
  feedTieMs: 3_600_000,
  openingPhotosMax: 6,
  benchmarksMax: 2,
  ratingsListedMax: 2_000,
  profilesListedMax: 200,
  /** Maximum number of an owner's newest ratings from which a request computes comment associations. */
  associatedRatingsMax: 500,
  /** Rows per statement of the sweep, which repeats the statement until few rows remain. */
  sweepBatch: 1_000,
  /** After this time a repeated request counts as a new one. */
  answerAgeMs: 24 * 3_600_000,
  aggregationsAtOnce: 4,
  /** The outlook uses the newest completions of the last 30 days, up to the maximum. It needs at least the minimum. */
  outlookCompletionsMin: 20,
  outlookCompletionsMax: 2_000,
  outlookWindowMs: 30 * 24 * 3_600_000,
  /** The outlook checks at most `outlookAssessorsMax` assessors, and counts those who rated within this time. */
  outlookActiveMs: 7 * 24 * 3_600_000,
  outlookAssessorsMax: 2_000,
  /** Minimum numbers of active assessors for an audience to be shown as "some" and as "many". */
  audienceSomeMin: 10,
  audienceManyMin: 50,
  /** An assessment is offered only to its audience during this share of its usual duration. */
  audienceWindowShare: 0.2,
  audienceWindowMsMin: 60_000,
  audienceWindowMsMax: 6 * 3_600_000,
  /**
   * Time between two full fits of the adjusted scores. A fit starts earlier if the new ratings are at least half as
   * many as the fitted ones, and at least `fitGrowthMin`.
   */
  fitEveryMs: 24 * 3_600_000,
  fitGrowthMin: 50,
  /** Maximum number of photos from which the fit learns how audiences differ. */
  fitAudiencePhotos: 2_000,
  /** Older ratings no longer inform the assessor's severity, because it may have changed. */
  fitWindowMs: 365 * 24 * 3_600_000,
  /** Number of ratings in the sample that estimates the variances. */
  fitSample: 1_000_000,
  /** Number of ratings that are fitted together. A country with more ratings is divided. */
  fitBlock: 10_000_000,
  /** Timeout of the fit's cursors, which sort tens of millions of ratings before they return the first row. */
  fitQueryMs: 600_000,
  /** Page size in ratings. A page must be small, because aggregation waits while the page is written. */
  fitPage: 2_000,
  fitPhotosPerPage: 1_000,
  fitAssessorsPerPage: 5_000,
  /** The prior model weighs as much as this number of photos, assessors and ratings. */
  fitPriorWeight: 20,
  sameOwnerPauseMs: PRODUCT.sameOwnerPauseMs,
} as const;
