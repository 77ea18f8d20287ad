import type { RequestContext, Rpc, UserId } from '@candid/contracts';
import type { z } from 'zod';
import { refused, TEXTS } from './refusals.js';

export type Sent<Message extends { request: z.ZodType }> = z.output<Message['request']>;

/** A request of a user: which message it came as, and in what context. */
export interface Request {
  rpc: Pick<Rpc, 'subject'>;
  context: RequestContext;
}

/** The same for every repeat of a request. */
export const requestKeyOf = ({ idempotency, requestId }: RequestContext): string => idempotency?.key ?? requestId;

/** A user's request concerns the user's own account, whatever id it names. @throws DomainError `FORBIDDEN` */
export function requireOwn(userId: string, context: RequestContext): void {
  if (userId !== context.userId) throw refused('FORBIDDEN', TEXTS.foreign);
}

/** @throws DomainError `FORBIDDEN` where nobody is logged in */
export function requireSomebody({ userId }: RequestContext): UserId {
  if (userId === undefined) throw refused('FORBIDDEN', TEXTS.supportOnly);
  return userId;
}
