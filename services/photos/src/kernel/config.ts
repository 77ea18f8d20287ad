import { PRODUCT } from '@candid/contracts';
import { callerSettings, coreSettings, databaseSettings, loadConfig, redisSettings } from '@candid/platform';
import { objectStorageSettings } from '@candid/platform/object-storage';
import { z } from 'zod';

/** If screening is on, assessors see a photo only after its screening. Service and worker must have the same values. */
const screeningSettings = {
  SCREENING: z.enum(['on', 'off']).default('on'),
  /** Face detection proposes a crop and gives the owner a hint. */
  SCREENING_FACES: z.enum(['on', 'off']).default('on'),
};

export const serviceSettings = z.object({
  ...coreSettings,
  ...callerSettings,
  ...databaseSettings,
  ...objectStorageSettings,
  /** Signs links to pictures. The gateway verifies the links with the same secret. */
  MEDIA_SIGNING_SECRET: z.string().min(16),
  /** Ratings that a photo needs for the Profile Planner. */
  PLANNER_RATINGS_MIN: z.coerce.number().int().min(0).default(PRODUCT.plannerRatingsMin),
  /** Number of pictures that are decoded at the same time, each in its own process. */
  IMAGE_PROCESSES: z.coerce.number().int().min(1).max(16).default(2),
  /** Memory in MiB that all decoders together may take. A picture that needs more is refused. */
  IMAGE_MEMORY_MB: z.coerce.number().int().min(128).default(512),
  /** Numbers of pictures that may wait to be decoded, per person and in total. */
  IMAGES_WAITING_PER_PERSON_MAX: z.coerce.number().int().min(9).default(18),
  IMAGES_WAITING_MAX: z.coerce.number().int().min(9).default(256),
  ...screeningSettings,
});

export type PhotosConfig = z.infer<typeof serviceSettings>;

export const workerSettings = z.object({
  ...coreSettings,
  ...databaseSettings,
  ...redisSettings,
  ...objectStorageSettings,
  SWEEP_INTERVAL_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(5 * 60_000),
  /** Objects without a photo are removed only at this age, because their upload may still be running. */
  ORPHAN_AGE_MS: z.coerce.number().int().min(60_000).default(3_600_000),
  ...screeningSettings,
  /** Nudity detection. A finding only sends the photo to a moderator. */
  SCREENING_NUDITY: z.enum(['on', 'off']).default('on'),
  /** Smallest probability of nudity, from 0 to 1, that counts as a finding. */
  NUDITY_THRESHOLD: z.coerce.number().min(0).max(1).default(0.8),
});

export type WorkerConfig = z.infer<typeof workerSettings>;

export const WORKER_CONFIG = Symbol('WorkerConfig');

/** True if an assessor sees an uploaded photo only after it is screened. */
export const IS_SCREENED = Symbol('IsScreened');

/** Longest wait for a face search in milliseconds; undefined if faces are not searched. */
export const FACE_WAIT_MS = Symbol('FaceWaitMs');

export const PLANNER_RATINGS_MIN = Symbol('PlannerRatingsMin');

/** Fixed limits. Times are in milliseconds. */
export const LIMITS = {
  projectionWaitMs: 2_000,
  /** Longest wait for face detection. The detection then continues, so that the next picture finds loaded models. */
  faceWaitMs: 4_000,
  /** Largest number of originals that are kept for one person, at most 600 MB in total. */
  originalsPerPersonMax: 40,
  linkLifetimeMs: 3_600_000,
  caseLinkLifetimeMs: 10 * 60_000,
  listedPhotosMax: 500,
  /** A request repeated after this time counts as new. */
  answerAgeMs: 24 * 3_600_000,
} as const;

export const imageProcessLimits = (config: PhotosConfig) => ({
  size: config.IMAGE_PROCESSES,
  waitingMax: config.IMAGES_WAITING_MAX,
  waitingPerPersonMax: config.IMAGES_WAITING_PER_PERSON_MAX,
  pixelsMax: PRODUCT.uploadPixelsMax,
  sidesRatioMax: PRODUCT.uploadSidesRatioMax,
  decodingBytesMax: config.IMAGE_MEMORY_MB * 1024 * 1024,
  renderTimeoutMs: 30_000,
  idleMs: 10_000,
});

/** Limits of the process that screens uploaded photos. `timeoutMs` includes loading the models. */
export const SCREENING_LIMITS = {
  timeoutMs: 20_000,
  bytesMax: 512 * 1024 * 1024,
  idleMs: 30_000,
  waitingMax: 1,
  waitingPerPersonMax: 1,
};

/** Limits of the process that looks for a face while a person waits. */
export const FACE_SEARCH_LIMITS = { ...SCREENING_LIMITS, bytesMax: 256 * 1024 * 1024, waitingMax: 8 };

export const checkSettings = z.object({ ...databaseSettings, ...objectStorageSettings });
export const readCheckConfig = () => loadConfig(checkSettings);
