import { z } from 'zod';
import { ErrorCode, FieldIssue } from '../error-codes.js';
import type { UserId } from '../ids.js';
import { Language, type Role } from '../users.js';
import { type ProcessKind, type RpcAccess, SERVICE_KINDS, type StaffAudience, serviceOnly } from './access.js';

export interface Rpc<
  Request extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Access extends RpcAccess = RpcAccess,
> {
  readonly service: string;
  readonly subject: string;
  /** Subject on which processes in `access.services` send the message without a person. */
  readonly serviceSubject: string | undefined;
  readonly access: Access;
  readonly request: Request;
  readonly reply: Reply;
}

/**
 * @param name `<service>.<message>`, for example `tokens.getBalance`
 * @param access who may send the message; the permissions of NATS users are generated from it
 */
export function defineRpc<
  Request extends z.ZodType,
  Reply extends z.ZodType,
  const Access extends RpcAccess<Extract<keyof z.output<Request>, string>>,
>(name: `${string}.${string}`, access: Access, request: Request, reply: Reply): Rpc<Request, Reply, Access> {
  return named(name, { access, request, reply });
}

function named<Declared extends Message>(name: string, declared: Declared) {
  const [service] = name.split('.') as [string];
  const subject = `rpc.${name}`;
  const serviceSubject = declared.access.services ? `${subject}.service` : undefined;
  return { service, subject, serviceSubject, ...declared };
}

type Message = Pick<Rpc, 'access' | 'request' | 'reply'>;

export const message = <
  Request extends z.ZodType,
  Reply extends z.ZodType,
  const Access extends RpcAccess<Extract<keyof z.output<Request>, string>>,
>(
  access: Access,
  request: Request,
  reply: Reply,
) => ({ access, request, reply });

export const messagesOf = <Table extends Readonly<Record<string, Message>>>(service: string, messages: Table) =>
  Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [name, named(`${service}.${name}`, message)]),
  ) as unknown as {
    readonly [Name in keyof Table]: Rpc<Table[Name]['request'], Table[Name]['reply'], Table[Name]['access']>;
  };

/** Only the access token identifies the caller; the answering service verifies it. */
export const CallContext = z.object({
  /** Id that the gateway gives each request; the correlation id of everything that the request causes. */
  requestId: z.string().min(1).max(128),
  /** The client's own id for the request, for logs only. It need not be unique. */
  clientRequestId: z.string().max(128).optional(),
  /** The person's access token, signed by the identity service. */
  token: z.string().max(4_096).optional(),
  /** `key` is unique for the caller and the call; `fingerprint` is the SHA-256 of the client's body. */
  idempotency: z.object({ key: z.string().max(400), fingerprint: z.string() }).optional(),
  traceparent: z.string().optional(),
  route: z.string().max(64).optional(),
  ip: z.string().optional(),
  country: z.string().optional(),
  /** Language of the caller's browser or choice, for texts that the request causes. */
  language: Language.optional(),
  /** Reason and ticket of a support call, as the caller states them. */
  reason: z.string().max(500).optional(),
  ticket: z.string().max(100).optional(),
});
export type CallContext = z.infer<typeof CallContext>;

/** `userId`, `sessionId` and `roles` come from a verified token and are never sent. */
export interface RequestContext extends CallContext {
  userId?: UserId | undefined;
  sessionId?: string | undefined;
  roles: Role[];
}

export interface PersonContext extends RequestContext {
  userId: UserId;
}

/** The person may be absent if services may also send the message. */
export type ContextFor<Access extends RpcAccess> = Access extends { services: readonly ProcessKind[] }
  ? RequestContext
  : Access['audience'] extends 'person' | StaffAudience
    ? PersonContext
    : RequestContext;

export const RpcEnvelope = z.object({
  context: CallContext,
  payload: z.unknown(),
  /** Time that the caller waits for the answer: a duration, because the clocks of two machines differ. */
  timeoutMs: z.number().optional(),
  /** Time in which a process must send a receipt or the answer; otherwise the caller asks another process. */
  receiptWithinMs: z.number().optional(),
});
/** Sent to the caller's inbox before the answer: the request is being processed. */
export const RPC_RECEIPT = { received: true } as const;
export const RpcFailure = z.object({ code: ErrorCode, message: z.string(), details: z.array(FieldIssue).optional() });
export type RpcFailure = z.infer<typeof RpcFailure>;

const WAIT_MS_MAX = 2000;

/** Waits for a bounded time until the subscriber has handled these events. Never fails. */
export const AwaitInboxRequest = z.object({
  subscriber: z.string(),
  eventIds: z.array(z.string()).max(32),
  waitMs: z.int().min(0).max(WAIT_MS_MAX),
});
export const AwaitInboxReply = z.object({ seen: z.boolean() });
export const awaitInboxRpc = (of: string) =>
  defineRpc(`${of}.awaitInbox`, serviceOnly(...SERVICE_KINDS), AwaitInboxRequest, AwaitInboxReply);

/** Publishes all committed events. `sequence`: the stream's last sequence number afterwards; null after a timeout. */
export const awaitPublishedRpc = (of: string) =>
  defineRpc(
    `${of}.awaitPublished`,
    serviceOnly(...SERVICE_KINDS),
    z.object({ waitMs: z.int().min(0).max(WAIT_MS_MAX) }),
    z.object({ sequence: z.int().nullable() }),
  );

/**
 * Handles the events that these services have committed, executes due work items if `work`, and updates the read
 * models. The gateway calls this, for example, before it passes on a refusal. Waits a bounded time; never fails.
 */
export const catchUpRpc = (of: string) =>
  defineRpc(
    `${of}.catchUp`,
    serviceOnly('gateway'),
    z.object({
      sources: z.array(z.string()).max(8),
      work: z.boolean().default(false),
      waitMs: z.int().min(0).max(WAIT_MS_MAX),
    }),
    z.object({ caughtUp: z.boolean() }),
  );
