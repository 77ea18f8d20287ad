import type { RequestContext, Rpc, UserId } from '@candid/contracts';
import type { EventMetadata } from '@candid/event-store';
import { refused, TEXTS } from './refusals.js';

/** A request of a user: which message it came as, and in what context. */
export interface Request {
  rpc: Pick<Rpc, 'subject'>;
  context: RequestContext;
}

export function metadataOf({ requestId, userId, traceparent }: RequestContext): EventMetadata {
  return { correlationId: requestId, ...(userId && { actor: userId }), ...(traceparent && { traceparent }) };
}

/** The client's key within this message; undefined where the request carries none. */
export function idempotencyOf({ rpc, context }: Request): { key: string; fingerprint: string } | undefined {
  const given = context.idempotency;
  return given && { key: `${rpc.subject} ${given.key}`, fingerprint: given.fingerprint };
}

/** A user's request concerns the user's own account, whatever id it names. @throws DomainError `FORBIDDEN` */
export function requireOwn(userId: string, context: RequestContext): void {
  if (userId !== context.userId) throw refused('FORBIDDEN', TEXTS.foreign);
}

/** @throws DomainError `FORBIDDEN` */
export function requireSupport({ roles, userId }: RequestContext): UserId {
  if (userId === undefined || !roles.includes('support')) throw refused('FORBIDDEN', TEXTS.supportOnly);
  return userId;
}

/** @throws DomainError `FORBIDDEN` where nobody is logged in */
export function requireSomebody({ userId }: RequestContext): UserId {
  if (userId === undefined) throw refused('FORBIDDEN', TEXTS.supportOnly);
  return userId;
}
