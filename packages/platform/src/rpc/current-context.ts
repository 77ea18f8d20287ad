import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestContext, UserId } from '@candid/contracts';
import type { Cause } from '@candid/event-store';

interface AtHand {
  context: RequestContext;
  /** False for what comes of a request later: an event that is handled, an item that is worked off. */
  isRequest: boolean;
}

const storage = new AsyncLocalStorage<AtHand>();

/** The context of the request or message being worked on, if any. */
export const currentContext = (): RequestContext | undefined => storage.getStore()?.context;

/** Runs `work` so that everything it logs carries this request's ids. */
export const runInContext = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run({ context, isRequest: true }, work);

/** Runs `work` as what comes of a request that is long answered; without a correlation id it is on its own. */
export function runAsConsequence<Result>({ correlationId, traceparent, actor }: Cause, work: () => Result): Result {
  if (correlationId === undefined) return work();
  const context: RequestContext = {
    requestId: correlationId,
    roles: [],
    ...(actor !== undefined && UUID.test(actor) && { userId: actor as UserId }),
    ...(traceparent !== undefined && { traceparent }),
  };
  return storage.run({ context, isRequest: false }, work);
}

/** An actor may also be a part of the system, by its name. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export interface LogIds {
  requestId?: string | undefined;
  /** Id of the original request, also for work that runs much later. */
  correlationId?: string | undefined;
  /** The client's own id of the request that is being answered. */
  clientRequestId?: string | undefined;
  userId?: string | undefined;
}

/** Returns the ids that each log line and span of the current work carries. */
export function logIds(): LogIds {
  const atHand = storage.getStore();
  if (!atHand) return {};
  const { requestId: correlationId, clientRequestId, userId } = atHand.context;
  if (!atHand.isRequest) return { correlationId, userId };
  return { requestId: correlationId, correlationId, userId, ...(clientRequestId !== undefined && { clientRequestId }) };
}
