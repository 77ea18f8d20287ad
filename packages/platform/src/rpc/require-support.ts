import type { RequestContext } from '@candid/contracts';
import { DomainError } from '@candid/event-store';

/** Of what the gateway has put on record before it came here. @throws DomainError `FORBIDDEN` */
export function requireSupport({ roles }: RequestContext): void {
  if (!roles.includes('support')) throw new DomainError('FORBIDDEN', 'Only support staff can do this.');
}
