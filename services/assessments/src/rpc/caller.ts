import type { RequestContext } from '@candid/contracts';
import { DomainError } from '@candid/event-store';

/** A user acts for himself: whose id a request names is who is signed in. */
export function requireCaller(context: RequestContext, userId: string): void {
  if (context.userId !== userId) throw new DomainError('FORBIDDEN', 'You can only do this for yourself.');
}

/** What the gateway has put on record before it came here. */
export function requireSupport({ roles }: RequestContext): void {
  if (!roles.includes('support')) throw new DomainError('FORBIDDEN', 'You may not do this.');
}
