import { PRODUCT } from '@candid/contracts';
import {
  callerSettings,
  coreSettings,
  databaseSettings,
  loadConfig,
  natsSettings,
  redisSettings,
} from '@candid/platform';
import { z } from 'zod';

/** Amounts that the platform gives away, in whole tokens. */
const giftSettings = {
  WELCOME_GRANT_TOKENS: z.coerce.number().int().min(1).default(PRODUCT.welcomeGrantTokens),
  /** Replaces the cap that depends on the number of active people. */
  REWARD_DAILY_CAP_TOKENS: z.coerce.number().int().min(0).optional(),
  ASSESSOR_DAILY_CAP_TOKENS: z.coerce.number().int().min(1).default(PRODUCT.assessorDailyCapTokens),
  /** Tokens that one staff member may correct in 24 hours without approval: on one account, and in total. */
  CORRECTION_APPROVAL_TOKENS: z.coerce.number().int().min(0).default(200),
  CORRECTION_DAILY_TOKENS: z.coerce.number().int().min(0).default(1_000),
};

/** If no provider is set, nothing is for sale. */
const paymentSettings = {
  PAYMENTS_PROVIDER: z.enum(['none', 'stripe']).default('none'),
  STRIPE_SECRET_KEY: z.string().min(8).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8).optional(),
  /** Replaces Stripe's own address, for tests. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The app's URL, to which a buyer returns. */
  PUBLIC_URL: z.url().optional(),
};

const stripeSettings = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'PUBLIC_URL'] as const;

export const serviceSettings = z
  .object({ ...coreSettings, ...callerSettings, ...databaseSettings, ...giftSettings, ...paymentSettings })
  .superRefine((config, context) => {
    if (config.PAYMENTS_PROVIDER !== 'stripe') return;
    for (const name of stripeSettings) {
      if (config[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'Stripe needs it' });
    }
  });

export type ServiceConfig = z.infer<typeof serviceSettings>;

export type PaymentConfig = Partial<Pick<ServiceConfig, keyof typeof paymentSettings>>;

export function stripeSettingsOf(config: PaymentConfig) {
  if (config.PAYMENTS_PROVIDER !== 'stripe') return undefined;
  return {
    secretKey: config.STRIPE_SECRET_KEY!,
    webhookSecret: config.STRIPE_WEBHOOK_SECRET!,
    publicUrl: config.PUBLIC_URL!.replace(/\/$/, ''),
    apiUrl: config.STRIPE_API_URL,
  };
}

export type StripeSettings = NonNullable<ReturnType<typeof stripeSettingsOf>>;

export const workerSettings = z.object({
  ...coreSettings,
  ...databaseSettings,
  ...redisSettings,
  ...giftSettings,
  HOLD_SWEEP_INTERVAL_MS: z.coerce.number().int().min(100).default(30_000),
  RECONCILIATION_INTERVAL_MS: z.coerce.number().int().min(1_000).default(3_600_000),
});

export type WorkerConfig = z.infer<typeof workerSettings>;

export const WORKER_CONFIG = Symbol('WorkerConfig');

export type GiftSettings = Pick<ServiceConfig, keyof typeof giftSettings>;

export const SETTINGS = Symbol('GiftSettings');

/** Fixed limits: times in milliseconds, and counts. */
export const LIMITS = {
  allowanceFreshMs: 1_000,
  allowanceFreshBelowHalfMs: 60_000,
  /** Twice an active person's average earnings: `docs/capacity.md`. */
  rewardCapPerActivePersonTokens: 50,
  rewardCapLeastTokens: 100_000,
  rewardReleaseMs: 10_000,
  rewardsReleasedAtOnce: 1_000,
  bookedPollMs: 50,
  purchasePollMs: 100,
  expiriesAtOnce: 200,
  /** Large, because no booking may be given up: with the longest pauses, the attempts take a week. */
  workAttempts: 1_000,
  bookingsAtOnce: 8,
  trialBalanceAccounts: 5_000,
  chainWaitMs: 2_000,
  /** Time that a scheduled run may spend on closed days. It finishes the day that it has begun. */
  verifyDaysMs: 300_000,
  /** Each closed day is verified within this number of scheduled runs, which take 25 days. */
  runsPerVerification: 600,
} as const;

export const checkSettings = z.object(natsSettings);
export const readCheckConfig = () => loadConfig(checkSettings);
