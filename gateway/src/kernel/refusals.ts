import { type ErrorCode, type FieldIssue, PLAIN_TEXTS, type Refusal } from '@candid/contracts';
import { RemoteError } from '@candid/platform';

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

export const plainRefusal = (code: keyof typeof PLAIN_TEXTS, retryAfterSeconds?: number): RefusalError =>
  new RefusalError(code, PLAIN_TEXTS[code], undefined, retryAfterSeconds);

/** `error` repeats `message` for clients that read that field. */
export function refusalBody(
  code: ErrorCode,
  message: string,
  requestId: string,
  details?: Refusal['details'],
): Refusal {
  return { success: false, code, message, error: message, ...(details?.length ? { details } : {}), requestId };
}
