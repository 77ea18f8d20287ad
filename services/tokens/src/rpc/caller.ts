import type { RequestContext } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { requireSupport } from '@candid/platform';

/** A user acts for himself. A request without a user is a part of the system's own; no route leads it here. */
export function requireSelf(context: RequestContext, userId: string): void {
  if (context.userId !== undefined && context.userId !== userId) {
    throw new DomainError('FORBIDDEN', 'You can only do this for yourself.');
  }
}

/** Support staff by name, for what has to be somebody's. */
export function requireStaff(context: RequestContext): string {
  requireSupport(context);
  if (context.userId === undefined) throw new DomainError('FORBIDDEN', 'Only support staff can do this.');
  return context.userId;
}
