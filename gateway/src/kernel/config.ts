import { resolve } from 'node:path';
import {
  callerSettings,
  coreSettings,
  type Environment,
  loadConfig,
  natsSettings,
  redisSettings,
} from '@candid/platform';
import { objectStorageSettings } from '@candid/platform/object-storage';
import { z } from 'zod';

export const settings = z.object({
  ...coreSettings,
  ...callerSettings,
  ...redisSettings,
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url(),
  /** Folder of the built app. If it is absent, the gateway serves only the API. */
  SPA_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  ...objectStorageSettings,
  /** The bucket's endpoint for browsers. If set, an owner's pictures come from the bucket, else through the gateway. */
  S3_PUBLIC_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  MEDIA_SIGNING_SECRET: z.string().min(16),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** A proxy's header with the visitor's country (ISO 3166-1 alpha-2), for example `cf-ipcountry`. */
  COUNTRY_HEADER: z.string().toLowerCase().optional(),
  /** Addresses of proxies whose X-Forwarded-For is trusted, separated by commas. Default: none. */
  TRUSTED_PROXIES: z.string().optional(),
  RPC_TIMEOUT_MS: z.coerce.number().int().positive().default(5_000),
  /** How long the gateway waits for a restarting service before it answers 503. */
  RPC_PATIENCE_MS: z.coerce.number().int().min(0).default(8_000),
  JSON_BODY_BYTES_MAX: z.coerce
    .number()
    .int()
    .positive()
    .default(256 * 1024),
  /** Maximum number of concurrent uploads, in total and per network. Each upload may use 5 MB of memory. */
  UPLOADS_MAX: z.coerce.number().int().min(1).default(24),
  UPLOADS_PER_NETWORK_MAX: z.coerce.number().int().min(1).default(8),
  UPLOADS_PER_USER_MAX: z.coerce.number().int().min(1).default(2),
  /** Time limit of the shutdown. It exceeds `RPC_PATIENCE_MS`, so that no request is cut off. */
  SHUTDOWN_MS: z.coerce.number().int().min(5_000).default(17_000),
});

export const operatorSettings = z.object({
  ...natsSettings,
  ARGUMENTS: z.string().optional(),
});

export type GatewayConfig = z.infer<typeof settings>;

export const GATEWAY_CONFIG = Symbol('gateway config');
export const OBJECT_STORAGE = Symbol('object storage');

/** The value is undefined unless browsers load pictures from the bucket. */
export const PRESIGNED_LINKS = Symbol('presigned links');

export const readConfig = (environment?: Environment): GatewayConfig => loadConfig(settings, environment);
