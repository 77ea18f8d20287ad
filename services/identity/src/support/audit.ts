import { randomUUID } from 'node:crypto';
import {
  isStaff,
  type PersonContext,
  identitySupportRpc as rpc,
  type SupportActEntry,
  type ToldStep,
  type UserId,
} from '@candid/contracts';
import type { SqlSession, SupportActsPage } from '@candid/event-store';
import { RpcHandler, type Sent } from '@candid/platform';
import type { OwnThing } from '@candid/platform/messaging';
import { Database } from '@candid/platform/orm';
import { Controller } from '@nestjs/common';
import { exactTime, isoTime } from '../kernel/paging.js';

interface SupportCall {
  entryId: string;
  userId: UserId;
  /** The route's id. */
  call: string;
  /** Ids and names, never text that somebody typed about a person. */
  targets: string[];
  reason: string | null;
  ticket: string | null;
  requestId: string;
}

interface SupportCallOutcome {
  entryId: string;
  /** HTTP status. */
  status: number;
  code: string | null;
  targets: string[];
}

/** Adds an entry once, even if it is repeated. */
async function addSupportCall(session: SqlSession, added: SupportCall): Promise<void> {
  await session.query(
    `insert into support_calls (entry_id, user_id, call, targets, reason, ticket, request_id)
     values ($1::uuid, $2::uuid, $3, $4::text[], $5, $6, $7) on conflict (entry_id) do nothing`,
    [added.entryId, added.userId, added.call, added.targets, added.reason, added.ticket, added.requestId],
  );
}

export async function addPastCall(
  session: SqlSession,
  past: Omit<SupportCall & SupportCallOutcome, 'entryId' | 'ticket'>,
): Promise<void> {
  const entry = { ...past, entryId: randomUUID(), ticket: null };
  await addSupportCall(session, entry);
  await addSupportCallOutcome(session, entry);
}

/**
 * Records a call of somebody without a staff role. The first attempt of a call on a day (UTC) becomes an entry. Later
 * attempts only raise its count, so that nobody can flood the log.
 * @returns false if the call was only counted
 */
async function addRefusedCall(session: SqlSession, added: SupportCall): Promise<boolean> {
  const [counted] = await session.query<{ entry_id: string }>(
    `with counted as (
       insert into refused_calls (user_id, call, on_day, entry_id) values ($2::uuid, $3, (now() at time zone 'UTC')::date, $1::uuid)
       on conflict (user_id, call, on_day) do update set last_at = now(),
         times = refused_calls.times + (refused_calls.entry_id <> excluded.entry_id)::int
       returning entry_id
     ), entered as (
       insert into support_calls (entry_id, user_id, call, targets, reason, ticket, request_id)
       select $1::uuid, $2::uuid, $3, $4::text[], $5, $6, $7 from counted where entry_id = $1::uuid
       on conflict (entry_id) do nothing
     )
     select entry_id from counted`,
    [added.entryId, added.userId, added.call, added.targets, added.reason, added.ticket, added.requestId],
  );
  return counted?.entry_id === added.entryId;
}

/** Keeps the first outcome of an entry. */
async function addSupportCallOutcome(session: SqlSession, added: SupportCallOutcome): Promise<void> {
  await session.query(
    `insert into support_call_outcomes (entry_id, status, code, targets)
     values ($1::uuid, $2::int, $3, $4::text[]) on conflict (entry_id) do nothing`,
    [added.entryId, added.status, added.code, added.targets],
  );
}

type Row = Omit<SupportActEntry, 'message' | 'outcome'> & { status: number | null; code: string | null };

/** Lists older entries, newest first: calls that the gateway refused, and calls about second factors. */
export async function listOlderEntries(
  session: SqlSession,
  { before, by, limit }: SupportActsPage,
): Promise<SupportActEntry[]> {
  const rows = await session.query<Row>(
    `select c.entry_id as "entryId", ${exactTime('c.called_at')} as at, c.user_id as "actorId", c.call, c.reason, c.ticket,
        c.request_id as "requestId", o.status, o.code, coalesce(r.times, 1) as times,
        ${exactTime('coalesce(r.last_at, c.called_at)')} as "lastAt",
        array(select distinct target from unnest(c.targets || o.targets) target order by target) as targets
       from support_calls c left join support_call_outcomes o using (entry_id) left join refused_calls r using (entry_id)
      where ($1::timestamptz is null or (c.called_at, c.entry_id) < ($1::timestamptz, $2::uuid))
        and ($4::uuid is null or c.user_id = $4::uuid)
      order by c.called_at desc, c.entry_id desc limit $3::int`,
    [before?.at ?? null, before?.entryId ?? null, limit, by ?? null],
  );
  return rows.map(({ status, code, ...entry }) => ({
    ...entry,
    message: null,
    outcome: status === null ? null : { status, code },
  }));
}

/** Records refusals of the gateway. The caller needs no role, so that attempts without one are recorded too. */
@Controller()
export class RecordSupportCalls {
  constructor(private readonly database: Database) {}

  @RpcHandler(rpc.recordSupportCall)
  async recordSupportCall(sent: Sent<typeof rpc.recordSupportCall>, context: PersonContext) {
    const { userId } = context;
    const { reason = null, ticket = null } = sent;
    const added = { ...sent, userId, reason, ticket, requestId: context.requestId };
    if (!isStaff(context.roles)) return { hasEntry: await addRefusedCall(this.database, added) };
    await addSupportCall(this.database, added);
    return { hasEntry: true };
  }

  @RpcHandler(rpc.recordSupportOutcome)
  async recordSupportOutcome(sent: Sent<typeof rpc.recordSupportOutcome>) {
    await addSupportCallOutcome(this.database, { ...sent, code: sent.code ?? null });
    return {};
  }
}

const STEPS_MAX = 200;

const callsSql = `select ${isoTime('c.called_at')} as at, 'request' as kind, 'identity' as service, c.call as title,
    c.request_id as id, c.user_id as "userId", c.reason as detail, nullif(concat_ws(' ', o.status, o.code), '') as state,
    c.request_id as "requestId"
  from support_calls c left join support_call_outcomes o using (entry_id)
 where c.request_id = any ($1::text[]) order by c.called_at limit ${STEPS_MAX}`;

/** The condition repeats the index's expression. Mails about report outcomes are omitted: they reveal reporters. */
const mailsSql = `select ${isoTime('coalesce(completed_at, failed_at, created_at)')} as at, 'mail' as kind,
    'identity' as service, payload->>'kind' as title, id, payload->>'userId' as "userId", null as detail,
    case when completed_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as state,
    payload->>'correlationId' as "requestId"
  from work_items
 where queue = 'mail' and payload->>'kind' <> 'reportOutcome' and payload->>'correlationId' = any ($1::text[])
 order by created_at limit ${STEPS_MAX}`;

/** Lists the support calls of these requests, titled by route id, and the mails that the requests caused. */
export async function listCallsAndMails(session: SqlSession, requestIds: readonly string[]): Promise<ToldStep[]> {
  const [calls, mails] = await Promise.all([
    session.query<ToldStep>(callsSql, [requestIds]),
    session.query<ToldStep>(mailsSql, [requestIds]),
  ]);
  return [...calls, ...mails];
}

/** Finds a request by the first support call or mail with its id. */
export async function findRequest(session: SqlSession, requestId: string): Promise<OwnThing[]> {
  const [step] = await listCallsAndMails(session, [requestId]);
  return step
    ? [{ kind: 'request', id: requestId, userId: step.userId, title: step.title, at: step.at, requestId }]
    : [];
}
