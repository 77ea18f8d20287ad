import type { RequestContext } from '@candid/contracts';
import { DomainError } from '@candid/event-store';

/** A user acts for himself: whose id a request names is who is signed in. */
export function requireCaller(context: RequestContext, userId: string): void {
  if (context.userId !== userId) throw new DomainError('FORBIDDEN', 'You can only do this for yourself.');
}
