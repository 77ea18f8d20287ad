/** A command was refused. `code` is stable and part of the contract; `details` names the offending fields, if any. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: string,
    message: string,
    readonly details?: { field: string; message: string }[],
  ) {
    super(message);
  }
}

/** The stream was not at the expected version; nothing of the request was appended. */
export class VersionConflictError extends Error {
  override readonly name = 'VersionConflictError';

  /** `actualVersion` is undefined where a concurrent transaction won and its version is not known yet. */
  constructor(
    readonly streamId: string,
    readonly expectedVersion: number,
    readonly actualVersion?: number,
  ) {
    super(`stream ${streamId} is not at version ${expectedVersion} (found ${actualVersion ?? 'a concurrent append'})`);
  }
}

/** The idempotency key was used before for a request with another fingerprint; nothing was appended. */
export class IdempotencyKeyReusedError extends Error {
  override readonly name = 'IdempotencyKeyReusedError';

  constructor(readonly key: string) {
    super(`idempotency key ${key} was used for another request`);
  }
}
