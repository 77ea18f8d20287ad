import {
  type CallContext,
  type ContextFor,
  type ErrorCode,
  type FieldIssue,
  type RequestContext,
  type Rpc,
  type RpcAccess,
  RpcEnvelope,
  type RpcFailure,
} from '@candid/contracts';
import { DomainError, PerPart, type SpanSettings } from '@candid/event-store';
import { MessagePattern } from '@nestjs/microservices';
import type { z } from 'zod';
import { partLogger } from '../logging/logger.js';
import { isTransient } from '../messaging/transient-failure.js';
import { inSpan } from '../tracing/tracing.js';
import { admitCaller, identityOf } from './admit-caller.js';
import { audited, enterRefusal, isAudited } from './audited.js';
import { eventLoopStall } from './event-loop-stall.js';
import { RemoteError } from './remote-error.js';
import { answerWithin, runAsCommand, runInContext } from './request-context.js';
import { attributesOf, nameOf } from './rpc-name.js';

type RpcAnswer = { ok: true; value: unknown } | { ok: false; error: RpcFailure };

type HandlerMethod<Request extends z.ZodType, Reply extends z.ZodType, Access extends RpcAccess> = (
  request: z.output<Request>,
  context: ContextFor<Access>,
) => Promise<z.input<Reply>> | z.input<Reply>;

/**
 * Binds a controller's method to a message of the contract. The message's declaration and the access token decide who
 * may call. The contract parses request and reply. A `DomainError` is answered with its code. If a dependency is
 * unavailable, the answer is `UNAVAILABLE`: the work may have been done, and the caller repeats the request with its
 * key. Any other error is logged and answered with `INTERNAL` and only the request id.
 */
export function RpcHandler<Request extends z.ZodType, Reply extends z.ZodType, Access extends RpcAccess>(
  rpc: Rpc<Request, Reply, Access>,
) {
  return <Method extends HandlerMethod<Request, Reply, Access>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const method = descriptor.value as Handle;
    const answering = async function (this: unknown, received: ReceivedMessage) {
      return answer(rpc, received, (request, context) => method.call(this, request, context));
    };
    descriptor.value = answering as unknown as Method;
    const subjects = rpc.serviceSubject === undefined ? [rpc.subject] : [rpc.subject, rpc.serviceSubject];
    MessagePattern(subjects)(target, key, descriptor as unknown as PropertyDescriptor);
  };
}

/** Handles the request. The message's declaration determines the type of the context. */
type Handle = (request: any, context: any) => unknown;

export interface ReceivedMessage {
  subject: string;
  /** Parsed JSON; undefined if the message is not JSON. */
  envelope: unknown;
}

/** Returns undefined, and does nothing, if the caller has given up. */
async function answer(
  rpc: Rpc,
  { envelope, subject }: ReceivedMessage,
  handle: Handle,
): Promise<RpcAnswer | undefined> {
  const opened = RpcEnvelope.safeParse(envelope);
  if (!opened.success) return refuse('VALIDATION_FAILED', 'The message is not a request.');
  const { context: sent, payload, timeoutMs } = opened.data;
  if (timeoutMs !== undefined && eventLoopStall() > timeoutMs) return undefined;
  const finish = observer.value(rpc.subject);
  const outcome = await admitted(rpc, sent, subject, (context) =>
    runInContext(context, () =>
      traced(rpc, context, () =>
        runAsCommand(nameOf(rpc), async () => {
          const work = () => answerWithin(timeoutMs, () => attempt(rpc, payload, context, handle));
          return isAudited(rpc, subject) ? auditedOrRefused(rpc, { payload, context }, work) : work();
        }),
      ),
    ),
  );
  finish(outcomeOf(outcome));
  return outcome;
}

async function admitted(
  rpc: Rpc,
  sent: CallContext,
  subject: string,
  work: (context: RequestContext) => Promise<RpcAnswer>,
): Promise<RpcAnswer> {
  let context: RequestContext;
  try {
    context = await admitCaller(rpc, sent, subject);
  } catch (error) {
    const refusal = refusalOf(error, rpc, sent);
    if (isAudited(rpc, subject) && !refusal.ok) await enteredOrLogged(rpc, sent, refusal.error.code);
    return refusal;
  }
  return work(context);
}

/** If the audit entry cannot be written, the request is not answered. A completed support act already has its entry. */
async function auditedOrRefused(
  rpc: Rpc,
  request: { payload: unknown; context: RequestContext },
  work: () => Promise<RpcAnswer>,
): Promise<RpcAnswer> {
  try {
    return await audited(rpc, request, work);
  } catch (error) {
    partLogger.value.error({ err: error, subject: rpc.subject }, 'a request of support could not be entered');
    return refuse('UNAVAILABLE', 'The audit log is away.');
  }
}

/** If the audit entry of a refusal cannot be written, the refusal is still the answer: nothing was done or shown. */
async function enteredOrLogged(rpc: Rpc, sent: CallContext, code: string): Promise<void> {
  try {
    await enterRefusal(rpc, sent, await identityOf(sent), code);
  } catch (error) {
    partLogger.value.error({ err: error, subject: rpc.subject }, 'a refused request of support could not be entered');
  }
}

const outcomeOf = (answered: RpcAnswer): string => (answered.ok ? 'ok' : answered.error.code);

function traced(rpc: Rpc, { traceparent: parent }: CallContext, work: () => Promise<RpcAnswer>): Promise<RpcAnswer> {
  const settings: SpanSettings = { kind: 'server', parent, attributes: () => attributesOf(rpc) };
  return inSpan(`answer ${nameOf(rpc)}`, settings, async (span) => {
    const answered = await work();
    if (!answered.ok && answered.error.code === 'INTERNAL') span?.fail('INTERNAL');
    else span?.set({ outcome: outcomeOf(answered) });
    return answered;
  });
}

async function attempt(rpc: Rpc, payload: unknown, context: RequestContext, handle: Handle): Promise<RpcAnswer> {
  try {
    const request = rpc.request.safeParse(payload);
    if (!request.success) return refuse('VALIDATION_FAILED', 'The request is not valid.', issuesOf(request.error));
    requireSelf(rpc.access, request.data, context);
    return { ok: true, value: rpc.reply.parse(await handle(request.data, context)) };
  } catch (error) {
    return refusalOf(error, rpc, context);
  }
}

/** If a service calls in its own name, it may name any person. @throws DomainError `FORBIDDEN` */
function requireSelf(access: RpcAccess, request: unknown, { userId }: RequestContext): void {
  if (access.audience !== 'person' || access.self === null || userId === undefined) return;
  const named = (request as Record<string, unknown>)[access.self];
  if (named !== userId) throw new DomainError('FORBIDDEN', 'You can only do this for yourself.');
}

function refusalOf(error: unknown, { subject }: Rpc, { requestId }: CallContext): RpcAnswer {
  if (error instanceof DomainError || error instanceof RemoteError) {
    return refuse(error.code as ErrorCode, error.message, error.details);
  }
  if (isTransient(error)) {
    partLogger.value.warn({ err: error, subject }, 'request not answered: a part is away');
    return refuse('UNAVAILABLE', 'A part that this needs is away.');
  }
  partLogger.value.error({ err: error, subject }, 'request failed');
  return refuse('INTERNAL', `Request ${requestId} failed.`);
}

function refuse(code: ErrorCode, message: string, details?: FieldIssue[]): RpcAnswer {
  return { ok: false, error: details ? { code, message, details } : { code, message } };
}

function issuesOf(error: z.ZodError): FieldIssue[] {
  return error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
}

/** Called when a request begins. Returns a function that is called with the request's outcome. */
export type RpcObserver = (subject: string) => (outcome: string) => void;

const observer = new PerPart<RpcObserver>(() => () => () => undefined);

/** `startService` calls this once per part, because handlers are decorated methods and cannot receive an observer. */
export function observeRpc(next: RpcObserver): void {
  observer.value = next;
}
