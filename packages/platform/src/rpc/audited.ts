import { createHash, randomUUID } from 'node:crypto';
import { type CallContext, isForStaff, type RequestContext, type Rpc } from '@candid/contracts';
import {
  addRefusedSupportAct,
  addSupportAct,
  runAsSupportAct,
  type SqlSession,
  type SupportAct,
} from '@candid/event-store';
import type { Identity } from './access-tokens.js';
import { AUDIT_NAME, AUDIT_TARGETS_MAX, storedText, UUID } from './audit-text.js';
import { nameOf } from './rpc-name.js';

const sessions = new Map<string, SqlSession>();

/** Sets the database of the service's audit log. Without it, no request by staff is answered. */
export function auditSupportIn(service: string, session: SqlSession): void {
  sessions.set(service, session);
}

/** True for requests by staff. Requests on the service subject come from operator processes and are not audited. */
export const isAudited = ({ access, serviceSubject }: Rpc, subject: string): boolean =>
  isForStaff(access.audience) && subject !== serviceSubject;

interface Answered {
  ok: boolean;
  value?: unknown;
  error?: { code: string };
}

/**
 * A support act's transaction writes its audit entry. This function writes the entries of calls that change nothing.
 * @throws Error if the entry cannot be written; then nothing may be answered
 */
export async function audited<Answer extends Answered>(
  rpc: Rpc,
  { payload, context }: { payload: unknown; context: RequestContext },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const session = sessionOf(rpc);
  const act = actOf(rpc, payload, context);
  const isAct = isForStaff(rpc.access.audience) && 'audit' in rpc.access && rpc.access.audit === 'act';
  const answered = await (isAct ? runAsSupportAct(act, work) : work());
  if (!answered.ok) {
    const outcome = answered.error?.code ?? 'INTERNAL';
    const repeatKey = hashOf([act.message, act.userId, context.idempotency?.key ?? act.requestId, payload, outcome]);
    await addSupportAct(session, { ...act, entryId: randomUUID(), outcome, repeatKey });
  } else {
    await addSupportAct(session, isAct ? act : { ...act, targets: idsIn([payload, answered.value]) });
  }
  return answered;
}

export async function enterRefusal(rpc: Rpc, sent: CallContext, who: Identity | undefined, code: string) {
  const context: RequestContext = { ...sent, roles: [], userId: who?.userId, sessionId: who?.sessionId };
  await addRefusedSupportAct(sessionOf(rpc), { ...actOf(rpc, undefined, context), outcome: code, repeatKey: null });
}

function sessionOf({ service }: Rpc): SqlSession {
  const session = sessions.get(service);
  if (!session) throw new Error(`${service} has no audit log`);
  return session;
}

function actOf(rpc: Rpc, payload: unknown, context: RequestContext): SupportAct {
  const { reason, ticket } = (payload ?? {}) as Record<string, unknown>;
  const key = context.idempotency?.key;
  return {
    entryId: randomUUID(),
    message: nameOf(rpc),
    call: textOf(context.route, 64),
    userId: context.userId ?? null,
    sessionId: context.sessionId ?? null,
    targets: idsIn([payload]),
    reason: textOf(reason, 500) ?? textOf(context.reason, 500),
    ticket: textOf(ticket, 100) ?? textOf(context.ticket, 100),
    requestId: textOf(context.requestId, 128) ?? '',
    ip: textOf(context.ip, 64),
    outcome: 'ok',
    repeatKey: key === undefined ? null : hashOf([nameOf(rpc), context.userId, key, payload, 'ok']),
  };
}

const hashOf = (parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const textOf = (value: unknown, lengthMax: number): string | null => storedText(value, lengthMax) || null;

const NAMED = new Set(['name', 'letterId']);

/** Returns the ids that a request names and the accounts that its answer shows. Typed text is not included. */
function idsIn([payload, shown]: unknown[]): string[] {
  const found = new Set<string>();
  for (const [key, value] of fieldsOf(payload))
    if (UUID.test(value) || (NAMED.has(key) && AUDIT_NAME.test(value))) found.add(value);
  for (const [key, value] of fieldsOf(shown)) if (/^userIds?$/.test(key) && UUID.test(value)) found.add(value);
  return [...found].slice(0, AUDIT_TARGETS_MAX);
}

function* fieldsOf(value: unknown, key = ''): Generator<[string, string]> {
  if (typeof value === 'string') yield [key, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) yield* fieldsOf(part, Array.isArray(value) ? key : name);
}
