import type { QueuedCase } from './case';
import { claimOf } from './case-state';

/** The id one step away, clamped to the ends of the list. Returns the first id if `chosen` is not in the list. */
export function stepFrom(ids: readonly string[], chosen: string | null, step: 1 | -1): string | undefined {
  const index = chosen === null ? -1 : ids.indexOf(chosen);
  if (index < 0) return ids[0];
  return ids[Math.min(Math.max(index + step, 0), ids.length - 1)];
}

/** The selected id, or its successor if it has left the list, so that J and K continue from there. */
export function heirOf(before: readonly string[], ids: readonly string[], chosen: string | null): string | undefined {
  if (chosen !== null && ids.includes(chosen)) return chosen;
  const index = chosen === null ? 0 : before.indexOf(chosen);
  return before.slice(Math.max(index, 0)).find((id) => ids.includes(id)) ?? ids.at(-1);
}

/** The next case after `caseId`, wrapping round to the start. Skips cases that other moderators have claimed or have to decide. */
export function nextToDecide(
  cases: readonly QueuedCase[],
  caseId: string,
  userId: string,
  now: number,
): string | undefined {
  const index = cases.findIndex((queued) => queued.caseId === caseId);
  const onwards = [...cases.slice(index + 1), ...cases.slice(0, Math.max(index, 0))];
  const isFree = (queued: QueuedCase) => queued.mayDecide && claimOf(queued, userId, now) !== 'others';
  return onwards.find((queued) => queued.caseId !== caseId && isFree(queued))?.caseId;
}
