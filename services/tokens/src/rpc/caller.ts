import type { RequestContext } from '@candid/contracts';
import { DomainError } from '@candid/event-store';

/** A user acts for himself. A request without a user comes from a service that may ask for itself; no person's does. */
export function requireSelf(context: RequestContext, userId: string): void {
  if (context.userId !== undefined && context.userId !== userId) {
    throw new DomainError('FORBIDDEN', 'You can only do this for yourself.');
  }
}
