import { AsyncLocalStorage } from 'node:async_hooks';
import type { IntegrationEventEnvelope, RequestContext, Rpc, UserId } from '@candid/contracts';
import type { Cause, CommandContext, CurrentWork, EventMetadata } from '@candid/event-store';
import type { z } from 'zod';
import { UUID } from './audit-text.js';

interface AtHand {
  context: RequestContext;
  /** True for the request itself; false for its later consequences, such as the handling of an event or a work item. */
  isRequest: boolean;
}

const storage = new AsyncLocalStorage<AtHand>();

export const currentContext = (): RequestContext | undefined => storage.getStore()?.context;

export const runInContext = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run({ context, isRequest: true }, work);

/** Runs `work` as a later consequence of a request. Without a correlation id, `work` runs without a request. */
export function runAsConsequence<Result>({ correlationId, traceparent, actor }: Cause, work: () => Result): Result {
  if (correlationId === undefined) return work();
  const context: RequestContext = {
    requestId: correlationId,
    roles: [],
    // An actor is not always a user: it may be the name of a part of the system.
    ...(actor !== undefined && UUID.test(actor) && { userId: actor as UserId }),
    ...(traceparent !== undefined && { traceparent }),
  };
  return storage.run({ context, isRequest: false }, work);
}

/** `correlationId` is the id of the original request, even in work that runs much later. */
type LogIds = Partial<Record<'requestId' | 'correlationId' | 'clientRequestId' | 'userId', string | undefined>>;

export function logIds(): LogIds {
  const atHand = storage.getStore();
  if (!atHand) return {};
  const { requestId: correlationId, clientRequestId, userId } = atHand.context;
  if (!atHand.isRequest) return { correlationId, userId };
  return { requestId: correlationId, correlationId, userId, ...(clientRequestId !== undefined && { clientRequestId }) };
}

const commands = new AsyncLocalStorage<string>();

export function currentWork(): CurrentWork {
  const command = commands.getStore();
  const route = currentContext()?.route;
  return { ...(command !== undefined && { command }), ...(route !== undefined && { route }) };
}

export const runAsCommand = <Result>(name: string, work: () => Result): Result => commands.run(name, work);

/** Time until which the caller waits for the answer, on this process's monotonic clock. */
const deadlines = new AsyncLocalStorage<number>();

/** Runs `work` with a deadline for its answer. `timeoutMs` is the caller's timeout, counted from now. */
export const answerWithin = <Result>(timeoutMs: number | undefined, work: () => Result): Result =>
  timeoutMs === undefined ? work() : deadlines.run(performance.now() + timeoutMs, work);

/** Returns a signal that aborts when the caller of the current message has given up; undefined without a caller. */
export function answerDeadline(): AbortSignal | undefined {
  const deadline = deadlines.getStore();
  return deadline === undefined ? undefined : AbortSignal.timeout(Math.max(0, Math.ceil(deadline - performance.now())));
}

export type CauseEvent = Pick<IntegrationEventEnvelope, 'eventId' | 'correlationId' | 'actor' | 'traceparent'>;

export const causeOf = ({ eventId, correlationId, actor, traceparent }: CauseEvent): CauseEvent => ({
  eventId,
  correlationId,
  actor,
  traceparent,
});

export function causedBy({ eventId, correlationId, actor, traceparent }: CauseEvent): EventMetadata {
  return { correlationId, causationId: eventId, ...(actor && { actor }), ...(traceparent && { traceparent }) };
}

export function metadataOfRequest({ requestId, userId, traceparent }: RequestContext): EventMetadata {
  return { correlationId: requestId, ...(userId && { actor: userId }), ...(traceparent && { traceparent }) };
}

/** Adds the message's subject to the request's key, because one request may lead to several messages. */
export function commandContext(rpc: Pick<Rpc, 'subject'>, context: RequestContext): CommandContext {
  const { idempotency } = context;
  return {
    metadata: metadataOfRequest(context),
    ...(idempotency && {
      idempotency: { key: `${rpc.subject}:${idempotency.key}`, fingerprint: idempotency.fingerprint },
    }),
  };
}

export type Sent<Message extends { request: z.ZodType }> = z.output<Message['request']>;
export type Reply<Message extends { reply: z.ZodType }> = z.input<Message['reply']>;

/** Returns the same key for every repeat of a request. */
export const requestKeyOf = ({ idempotency, requestId }: RequestContext): string => idempotency?.key ?? requestId;
