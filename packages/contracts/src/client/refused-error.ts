import { type ErrorCode, type FieldIssue, Refusal } from '../error-codes.js';

/** A refusal by the server. `message` may be shown to a person as it is; nothing was done. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    /** `UNREADABLE` for an answer that is not the contract's, as a proxy's error page is not. */
    readonly code: ErrorCode | 'UNREADABLE',
    message: string,
    readonly details: readonly FieldIssue[] = [],
    readonly retryAfterSeconds?: number,
    readonly requestId?: string,
  ) {
    super(message);
    this.name = 'RefusedError';
  }
}

export function refusedErrorOf(response: Response, body: unknown): RefusedError {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  const refusal = Refusal.safeParse(body);
  if (!refusal.success)
    return new RefusedError(response.status, 'UNREADABLE', 'The answer cannot be read.', [], retryAfter);
  const { code, message, details, requestId } = refusal.data;
  return new RefusedError(response.status, code, message, details, retryAfter, requestId);
}
