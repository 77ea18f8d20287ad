import { PRODUCT } from '@candid/contracts';
import { coreSettings, databaseSettings, loadConfig, migrationSettings, redisSettings } from '@candid/platform';
import { z } from 'zod';

/** Amounts of what the platform gives away, in whole tokens. */
const giftSettings = {
  WELCOME_GRANT_TOKENS: z.coerce.number().int().min(1).default(PRODUCT.welcomeGrantTokens),
  REWARD_DAILY_CAP_TOKENS: z.coerce.number().int().min(0).default(100_000),
};

const serviceSettings = z.object({ ...coreSettings, ...databaseSettings, ...giftSettings });
export type ServiceConfig = z.infer<typeof serviceSettings>;

const workerSettings = z.object({
  ...coreSettings,
  ...databaseSettings,
  ...redisSettings,
  ...giftSettings,
  /** Between two looks for holds whose time is up. */
  HOLD_SWEEP_INTERVAL_MS: z.coerce.number().int().min(100).default(30_000),
});
export type WorkerConfig = z.infer<typeof workerSettings>;
export const WORKER_CONFIG = Symbol('WorkerConfig');

/** What the use cases have to know of the configuration. */
export interface TokensSettings {
  welcomeGrantTokens: number;
  rewardDailyCapTokens: number;
}
export const SETTINGS = Symbol('TokensSettings');

type GiftSettings = Pick<ServiceConfig, 'WELCOME_GRANT_TOKENS' | 'REWARD_DAILY_CAP_TOKENS'>;

export const settingsOf = (config: GiftSettings): TokensSettings => ({
  welcomeGrantTokens: config.WELCOME_GRANT_TOKENS,
  rewardDailyCapTokens: config.REWARD_DAILY_CAP_TOKENS,
});

/** Bounds that are nobody's to set: times in milliseconds, and numbers of things. */
export const LIMITS = {
  allowanceFreshMs: 1_000,
  rewardLookMs: 50,
  expiriesPerSweep: 200,
  /** Money is never given up: with the longest pause this is a week. */
  workAttempts: 1_000,
  bookingsAtOnce: 8,
  trialBalanceAccounts: 5_000,
} as const;

export const readServiceConfig = (): ServiceConfig => loadConfig(serviceSettings);
export const readWorkerConfig = (): WorkerConfig => loadConfig(workerSettings);
export const readMigrationConfig = () => loadConfig(z.object(migrationSettings));
