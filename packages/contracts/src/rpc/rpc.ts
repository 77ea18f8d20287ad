import { z } from 'zod';
import { ErrorCode, FieldIssue } from '../error-codes.js';
import { UserId } from '../ids.js';
import { Role } from '../users.js';

/** A request/reply message between processes, over core NATS on `subject`. */
export interface Rpc<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly service: string;
  readonly subject: string;
  readonly request: Request;
  readonly reply: Reply;
}

/** @param name `<service>.<message>`, for example `tokens.getBalance`; the subject is `rpc.` followed by it. */
export function defineRpc<Request extends z.ZodType, Reply extends z.ZodType>(
  name: `${string}.${string}`,
  request: Request,
  reply: Reply,
): Rpc<Request, Reply> {
  const [service] = name.split('.') as [string, string];
  return { service, subject: `rpc.${name}`, request, reply };
}

/** Who asks and on which request's behalf; built by the gateway from the verified token, never from the body. */
export const RequestContext = z.object({
  requestId: z.string().min(1).max(128),
  userId: UserId.optional(),
  sessionId: z.string().optional(),
  roles: z.array(Role),
  /** Key is already scoped to caller and route; the fingerprint is the SHA-256 of the client's body. */
  idempotency: z.object({ key: z.string().max(400), fingerprint: z.string() }).optional(),
  traceparent: z.string().optional(),
  /** Of the call that the request is, by its id. */
  route: z.string().max(64).optional(),
  ip: z.string().optional(),
  country: z.string().optional(),
});
export type RequestContext = z.infer<typeof RequestContext>;

export const RpcEnvelope = z.object({ context: RequestContext, payload: z.unknown() });
export const RpcFailure = z.object({ code: ErrorCode, message: z.string(), details: z.array(FieldIssue).optional() });
export type RpcFailure = z.infer<typeof RpcFailure>;

/** Asked of any service: have these events reached that subscriber? Bounded wait; never an error. */
export const AwaitInboxRequest = z.object({
  subscriber: z.string(),
  eventIds: z.array(z.string()).max(32),
  waitMs: z.int().min(0).max(2000),
});
export const AwaitInboxReply = z.object({ seen: z.boolean() });
export const awaitInboxRpc = (service: string) =>
  defineRpc(`${service}.awaitInbox`, AwaitInboxRequest, AwaitInboxReply);
