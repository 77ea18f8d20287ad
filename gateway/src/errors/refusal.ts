import type { ErrorCode, FieldIssue } from '@candid/contracts';
import { RemoteError } from '@candid/platform';

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
