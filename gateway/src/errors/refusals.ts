import type { ErrorCode, FieldIssue, Refusal } from '@candid/contracts';
import { RemoteError } from '@candid/platform';

/** The one place where a refusal becomes an HTTP status; a code that is missing here does not compile. */
export const STATUS_OF_CODE: Record<ErrorCode, number> = {
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
  NOT_FOUND: 404,
  CONFLICT: 409,
  EMAIL_TAKEN: 409,
  ASSESSMENT_COMPLETE: 409,
  ALREADY_RATED: 409,
  TOO_FAST: 409,
  ONBOARDING_INCOMPLETE: 409,
  NOT_ENOUGH_RATINGS: 409,
  POOL_FULL: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

/** Texts for refusals whose own message is for logs, not for people. */
export const PLAIN_TEXTS = {
  INTERNAL: 'Something went wrong on our side. Nothing you sent is lost; please try again.',
  UNAVAILABLE: 'This part of Candid is not reachable right now. Please try again in a moment.',
  NOT_FOUND: 'There is nothing here.',
  UNAUTHENTICATED: 'Please log in.',
  FORBIDDEN: 'You may not do this.',
  RATE_LIMITED: 'That was a lot of tries. Please wait a little.',
} as const;

/** A refusal decided at the edge, in the same form as one that a service answers. */
export class RefusalError extends RemoteError {
  constructor(
    code: ErrorCode,
    message: string,
    details?: FieldIssue[],
    readonly retryAfterSeconds?: number,
  ) {
    super(code, message, details);
  }
}

/** A refusal with its plain text. */
export const plainRefusal = (code: keyof typeof PLAIN_TEXTS, retryAfterSeconds?: number): RefusalError =>
  new RefusalError(code, PLAIN_TEXTS[code], undefined, retryAfterSeconds);

/** The contract's refusal; `error` repeats `message` for clients that read that field. */
export function refusalBody(
  code: ErrorCode,
  message: string,
  requestId: string,
  details?: Refusal['details'],
): Refusal {
  return { success: false, code, message, error: message, ...(details?.length ? { details } : {}), requestId };
}
