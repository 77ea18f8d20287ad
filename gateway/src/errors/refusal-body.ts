import type { ErrorCode, Refusal } from '@candid/contracts';

/** The contract's refusal; `error` repeats `message` for clients that read that field. */
export function refusalBody(
  code: ErrorCode,
  message: string,
  requestId: string,
  details?: Refusal['details'],
): Refusal {
  return { success: false, code, message, error: message, ...(details?.length ? { details } : {}), requestId };
}
