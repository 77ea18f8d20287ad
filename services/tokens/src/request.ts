import type { RequestContext } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import type { z } from 'zod';

export type Sent<Message extends { request: z.ZodType }> = z.output<Message['request']>;

/** The same for every repeat of a request. */
export const requestKeyOf = ({ idempotency, requestId }: RequestContext): string => idempotency?.key ?? requestId;

/** A request of a person concerns that person; one without a person comes from a service that may ask for itself. */
export function requireSelf(context: RequestContext, userId: string): void {
  if (context.userId !== undefined && context.userId !== userId) {
    throw new DomainError('FORBIDDEN', 'You can only do this for yourself.');
  }
}

/** Everybody has had the welcome grant: an account that never had a token is nobody's. */
export const unknownAccount = (): DomainError => new DomainError('NOT_FOUND', 'There is no such account.');
