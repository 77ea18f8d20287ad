import { ApiError } from '../api/errors';

const laterStatuses = new Set([401, 408, 425, 429, 500]);

/** Whether the same request may be answered otherwise at another time: no network, no session, or trouble on the server's side. */
export function isLater(error: unknown): boolean {
  return !(error instanceof ApiError) || error.isTransient || laterStatuses.has(error.status);
}

/** Nothing was heard of the server at all. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** The server has done it, although its answer could not be read. */
export function isDone(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 200 && error.status < 300;
}
