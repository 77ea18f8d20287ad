import { z } from 'zod';

/** HTTP status of every error code. */
export const STATUS_OF_CODE = {
  VALIDATION_FAILED: 400,
  SIGNUP_CODE_INVALID: 400,
  RESET_TOKEN_INVALID: 400,
  UNSUBSCRIBE_TOKEN_INVALID: 400,
  UNAUTHENTICATED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  SECOND_FACTOR_INVALID: 401,
  INSUFFICIENT_TOKENS: 402,
  FORBIDDEN: 403,
  PASSKEY_INCORRECT: 403,
  ASSESSOR_PAUSED: 403,
  PAYMENTS_DISABLED: 403,
  ACCOUNT_SUSPENDED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  EMAIL_TAKEN: 409,
  ASSESSMENT_COMPLETE: 409,
  ALREADY_RATED: 409,
  TOO_FAST: 409,
  ONBOARDING_INCOMPLETE: 409,
  NOT_ENOUGH_RATINGS: 409,
  POOL_FULL: 409,
  PHOTO_HELD: 409,
  ALREADY_REPORTED: 409,
  CASE_CLAIMED: 409,
  ALREADY_APPEALED: 409,
  APPEAL_EXPIRED: 410,
  IDEMPOTENCY_KEY_REUSED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF_CODE;
export const ErrorCode = z.enum(Object.keys(STATUS_OF_CODE) as ErrorCode[]);

/** Texts shown to people for errors whose own message is only for logs. */
export const PLAIN_TEXTS = {
  INTERNAL: 'Something went wrong on our side. Nothing you sent is lost; please try again.',
  UNAVAILABLE: 'This part of Candid is not reachable right now. Please try again in a moment.',
  NOT_FOUND: 'There is nothing here.',
  UNAUTHENTICATED: 'Please log in.',
  FORBIDDEN: 'You may not do this.',
  RATE_LIMITED: 'That was a lot of tries. Please wait a little.',
} as const;

export const FieldIssue = z.object({ field: z.string(), message: z.string() });
export type FieldIssue = z.infer<typeof FieldIssue>;

/** `error` repeats `message` for clients that read `error`. */
export const Refusal = z.object({
  success: z.literal(false),
  code: ErrorCode,
  message: z.string(),
  error: z.string(),
  details: z.array(FieldIssue).optional(),
  requestId: z.string().optional(),
});
export type Refusal = z.infer<typeof Refusal>;
