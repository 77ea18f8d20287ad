import {
  awaitInboxRpc,
  type CallContext,
  type Consumer,
  type RequestContext,
  type Rpc,
  type RpcFailure,
} from '@candid/contracts';
import type { SpanSettings } from '@candid/event-store';
import { type NatsConnection, NoRespondersError, TimeoutError } from '@nats-io/transport-node';
import type { z } from 'zod';
import { currentSpan, inSpan } from '../tracing/tracing.js';
import { OpenRequests, RECEIPT_MS } from './open-requests.js';
import { RemoteError } from './remote-error.js';
import { attributesOf, nameOf } from './rpc-name.js';

type RpcAnswer<Value> = { ok: true; value: Value } | { ok: false; error: RpcFailure };

export interface RpcCallOptions {
  /** Timeout of the call. The answering process skips a request that has waited longer. Default 5000. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 5_000;

/** Calls other services over core NATS. Only the process that sends a reply validates it. */
export class RpcClient {
  private readonly requests: OpenRequests;

  constructor(
    nats: NatsConnection,
    private readonly defaultTimeoutMs = DEFAULT_TIMEOUT_MS,
  ) {
    this.requests = new OpenRequests(nats);
  }

  /**
   * A call during a reconnect, or without a receipt, may be sent twice, so every request is idempotent.
   * @throws RemoteError with the service's code if the service refuses; with `UNAVAILABLE` immediately if no process
   * listens, or at the deadline if none has answered. After `UNAVAILABLE`, the work may have been done.
   */
  call<Request extends z.ZodType, Reply extends z.ZodType>(
    rpc: Rpc<Request, Reply>,
    request: z.input<Request>,
    context: RequestContext,
    { timeoutMs = this.defaultTimeoutMs }: RpcCallOptions = {},
  ): Promise<z.output<Reply>> {
    const settings: SpanSettings = {
      kind: 'client',
      parent: currentSpan() ? undefined : context.traceparent,
      attributes: () => attributesOf(rpc),
    };
    return inSpan(`ask ${nameOf(rpc)}`, settings, async (span) => {
      const subject = subjectFor(rpc, context);
      const sent = sentOf(span ? { ...context, traceparent: span.traceparent } : context);
      const bodyWithin = (leftMs: number) =>
        JSON.stringify({ context: sent, payload: request, timeoutMs: leftMs, receiptWithinMs: RECEIPT_MS });
      let answer: RpcAnswer<z.output<Reply>>;
      try {
        answer = (await this.requests.ask(subject, bodyWithin, timeoutMs)).json();
      } catch (error) {
        throw unavailable(subject, error);
      }
      if (answer.ok) return answer.value;
      throw new RemoteError(answer.error.code, answer.error.message, answer.error.details);
    });
  }
}

/** A request without a person's token is sent in the process's own name, if the message permits that. */
const subjectFor = ({ subject, serviceSubject }: Rpc, { token }: RequestContext): string =>
  token === undefined && serviceSubject !== undefined ? serviceSubject : subject;

/** Removes the caller's identity, because only the token may carry it. */
function sentOf({ userId: _user, sessionId: _session, roles: _roles, ...context }: RequestContext): CallContext {
  return context;
}

function unavailable(subject: string, cause: unknown): RemoteError {
  const reason =
    cause instanceof NoRespondersError
      ? 'nobody answers on'
      : cause instanceof TimeoutError
        ? 'no answer in time on'
        : 'cannot ask';
  const error = new RemoteError('UNAVAILABLE', `${reason} ${subject}`);
  error.cause = cause;
  return error;
}

const WAIT_MS = 2_000;

/** Waits for a limited time for the consumer to handle the events, so that the next read shows them. Never fails. */
export async function awaitConsumer(
  rpc: RpcClient,
  { service, name }: Consumer,
  eventIds: readonly string[],
  context: RequestContext,
): Promise<void> {
  if (eventIds.length === 0) return;
  const request = { subscriber: name, eventIds: [...eventIds], waitMs: WAIT_MS };
  await rpc.call(awaitInboxRpc(service), request, context, { timeoutMs: WAIT_MS + 500 }).catch(() => undefined);
}
