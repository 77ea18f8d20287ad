import type { ErrorCode, FieldIssue } from '@candid/contracts';

/** A refusal by another service, with its stable code; `UNAVAILABLE` if no process answered in time. */
export class RemoteError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: FieldIssue[],
  ) {
    super(message);
    this.name = 'RemoteError';
  }
}
