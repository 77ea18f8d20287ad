import {
  type ErrorCode,
  type FieldIssue,
  type RequestContext,
  type Rpc,
  RpcEnvelope,
  type RpcFailure,
} from '@candid/contracts';
import { DomainError, type SpanSettings } from '@candid/event-store';
import { MessagePattern } from '@nestjs/microservices';
import type { z } from 'zod';
import { inSpan } from '../tracing/tracing.js';
import { runAsCommand } from './current-command.js';
import { runInContext } from './current-context.js';
import { RemoteError } from './remote-error.js';
import { attributesOf, nameOf } from './rpc-name.js';
import { rpcLogger, rpcObserver } from './rpc-observer.js';

type RpcAnswer = { ok: true; value: unknown } | { ok: false; error: RpcFailure };

type HandlerMethod<Request extends z.ZodType, Reply extends z.ZodType> = (
  request: z.output<Request>,
  context: RequestContext,
) => Promise<z.input<Reply>> | z.input<Reply>;

/**
 * Binds a method `(request, context) => reply` of a Nest `@Controller()` to a contract's message. The request is parsed
 * by the contract before the method sees it, and the reply before it leaves. A `DomainError` answers with its code;
 * anything else is logged and answers `INTERNAL` with the request id only.
 */
export function RpcHandler<Request extends z.ZodType, Reply extends z.ZodType>(rpc: Rpc<Request, Reply>) {
  return <Method extends HandlerMethod<Request, Reply>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const method = descriptor.value as HandlerMethod<Request, Reply>;
    const answering = async function (this: unknown, envelope: unknown): Promise<RpcAnswer | undefined> {
      return answer(rpc, envelope, (request, context) => method.call(this, request, context));
    };
    descriptor.value = answering as unknown as Method;
    MessagePattern(rpc.subject)(target, key, descriptor as unknown as PropertyDescriptor);
  };
}

/** Answers one envelope; `undefined` when the caller has already given up and nothing was done. */
export async function answer<Request extends z.ZodType, Reply extends z.ZodType>(
  rpc: Rpc<Request, Reply>,
  envelope: unknown,
  handle: HandlerMethod<Request, Reply>,
): Promise<RpcAnswer | undefined> {
  const opened = RpcEnvelope.safeParse(envelope);
  if (!opened.success) return refuse('VALIDATION_FAILED', 'The message is not a request.');
  const { context, payload } = opened.data;
  const expiresAtMs = (envelope as { expiresAtMs?: unknown }).expiresAtMs;
  if (typeof expiresAtMs === 'number' && expiresAtMs < Date.now()) return undefined;
  return runInContext(context, async () => {
    const finish = rpcObserver().start(rpc.subject);
    const outcome = await traced(rpc, context, () =>
      runAsCommand(nameOf(rpc), () => attempt(rpc, payload, context, handle)),
    );
    finish(outcomeOf(outcome));
    return outcome;
  });
}

const outcomeOf = (answered: RpcAnswer): string => (answered.ok ? 'ok' : answered.error.code);

function traced(rpc: Rpc, { traceparent: parent }: RequestContext, work: () => Promise<RpcAnswer>): Promise<RpcAnswer> {
  const settings: SpanSettings = { kind: 'server', parent, attributes: () => attributesOf(rpc) };
  return inSpan(`answer ${nameOf(rpc)}`, settings, async (span) => {
    const answered = await work();
    if (!answered.ok && answered.error.code === 'INTERNAL') span?.fail('INTERNAL');
    else span?.set({ outcome: outcomeOf(answered) });
    return answered;
  });
}

async function attempt<Request extends z.ZodType, Reply extends z.ZodType>(
  rpc: Rpc<Request, Reply>,
  payload: unknown,
  context: RequestContext,
  handle: HandlerMethod<Request, Reply>,
): Promise<RpcAnswer> {
  try {
    const request = rpc.request.safeParse(payload);
    if (!request.success) return refuse('VALIDATION_FAILED', 'The request is not valid.', issuesOf(request.error));
    return { ok: true, value: rpc.reply.parse(await handle(request.data, context)) };
  } catch (error) {
    if (error instanceof DomainError || error instanceof RemoteError) {
      return refuse(error.code as ErrorCode, error.message, error.details);
    }
    rpcLogger().error({ err: error, subject: rpc.subject }, 'request failed');
    return refuse('INTERNAL', `Request ${context.requestId} failed.`);
  }
}

function refuse(code: ErrorCode, message: string, details?: FieldIssue[]): RpcAnswer {
  return { ok: false, error: details ? { code, message, details } : { code, message } };
}

/** Field paths and messages of a failed parse, never the values. */
export function issuesOf(error: z.ZodError): FieldIssue[] {
  return error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
}
