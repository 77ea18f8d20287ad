import { z } from 'zod';

/** Every refusal the system can answer. The gateway maps each to its HTTP status in one exhaustive table. */
export const ERROR_CODES = [
  'VALIDATION_FAILED',
  'SIGNUP_CODE_INVALID',
  'RESET_TOKEN_INVALID',
  'UNSUBSCRIBE_TOKEN_INVALID',
  'UNAUTHENTICATED',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_INVALID',
  'INSUFFICIENT_TOKENS',
  'FORBIDDEN',
  'PASSKEY_INCORRECT',
  'ASSESSOR_PAUSED',
  'PAYMENTS_DISABLED',
  'NOT_FOUND',
  'CONFLICT',
  'EMAIL_TAKEN',
  'ASSESSMENT_COMPLETE',
  'ALREADY_RATED',
  'TOO_FAST',
  'ONBOARDING_INCOMPLETE',
  'NOT_ENOUGH_RATINGS',
  'POOL_FULL',
  'IDEMPOTENCY_KEY_REUSED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
] as const;

export const ErrorCode = z.enum(ERROR_CODES);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const FieldIssue = z.object({ field: z.string(), message: z.string() });
export type FieldIssue = z.infer<typeof FieldIssue>;

/** The body of every refusal; `error` repeats `message` for clients that read that field. */
export const Refusal = z.object({
  success: z.literal(false),
  code: ErrorCode,
  message: z.string(),
  error: z.string(),
  details: z.array(FieldIssue).optional(),
  requestId: z.string().optional(),
});
export type Refusal = z.infer<typeof Refusal>;
