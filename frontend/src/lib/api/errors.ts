import { connectionStore } from '../connection/connection-store';
import { errorTexts } from '../texts/common';

/** A refusal or a missing answer (`OFFLINE`, status 0). `message` is for display; it may be empty for `UNREADABLE`. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly { readonly field: string; readonly message: string }[] = [],
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  static offline(): ApiError {
    return new ApiError(0, 'OFFLINE', errorTexts.offline);
  }

  /** True if the request may be sent again: either the server did nothing, or the idempotency key prevents a repeat. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** Names a missing network first, because a part of the app that does not load fails without a message for people. */
export function messageOf(error: unknown, otherwise: string = errorTexts.general): string {
  if (error instanceof ApiError && error.message) return error.message;
  return connectionStore.current() === 'offline' ? errorTexts.offline : otherwise;
}

export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

export function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.message && error.message !== errorTexts.general ? error.message : undefined;
}
