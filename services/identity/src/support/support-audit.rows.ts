import type { SupportActEntry, SupportActPlace, UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { exactTime } from '../sql-time.js';

export interface SupportCall {
  entryId: string;
  userId: UserId;
  /** The route's id. */
  call: string;
  /** Ids and names, never what a person typed about a person. */
  targets: string[];
  reason: string | null;
  ticket: string | null;
  requestId: string;
}

export interface SupportCallOutcome {
  entryId: string;
  /** HTTP. */
  status: number;
  code: string | null;
  targets: string[];
}

const textArray = (texts: readonly string[]): string => JSON.stringify(texts);
const asArray = (parameter: string): string => `array(select jsonb_array_elements_text(${parameter}::jsonb))`;

/** The same entry again is the same. */
export async function addSupportCall(session: SqlSession, added: SupportCall): Promise<void> {
  await session.query(
    `insert into support_calls (entry_id, user_id, call, targets, reason, ticket, request_id)
     values ($1::uuid, $2::uuid, $3, ${asArray('$4')}, $5, $6, $7) on conflict (entry_id) do nothing`,
    [added.entryId, added.userId, added.call, textArray(added.targets), added.reason, added.ticket, added.requestId],
  );
}

/**
 * Of who has no part in support: the first of a call and a day (UTC) is an entry, those after it are counted with it, so
 * that nobody fills the log. False for those.
 */
export async function addRefusedCall(session: SqlSession, added: SupportCall): Promise<boolean> {
  const [counted] = await session.query<{ entry_id: string }>(
    `with counted as (
       insert into refused_calls (user_id, call, on_day, entry_id) values ($2::uuid, $3, (now() at time zone 'UTC')::date, $1::uuid)
       on conflict (user_id, call, on_day) do update set last_at = now(),
         times = refused_calls.times + (refused_calls.entry_id <> excluded.entry_id)::int
       returning entry_id
     ), entered as (
       insert into support_calls (entry_id, user_id, call, targets, reason, ticket, request_id)
       select $1::uuid, $2::uuid, $3, ${asArray('$4')}, $5, $6, $7 from counted where entry_id = $1::uuid
       on conflict (entry_id) do nothing
     )
     select entry_id from counted`,
    [added.entryId, added.userId, added.call, textArray(added.targets), added.reason, added.ticket, added.requestId],
  );
  return counted?.entry_id === added.entryId;
}

/** The first outcome stands. */
export async function addSupportCallOutcome(session: SqlSession, added: SupportCallOutcome): Promise<void> {
  await session.query(
    `insert into support_call_outcomes (entry_id, status, code, targets)
     values ($1::uuid, $2::int, $3, ${asArray('$4')}) on conflict (entry_id) do nothing`,
    [added.entryId, added.status, added.code, textArray(added.targets)],
  );
}

interface Row {
  id: string;
  at: string;
  user_id: UserId;
  call: string;
  targets: string[];
  reason: string | null;
  ticket: string | null;
  request_id: string;
  status: number | null;
  code: string | null;
  times: number | null;
  last_at: string | null;
}

/**
 * What the gateway recorded: what it refused itself, and every call of versions before services did so; and what happened to
 * second factors. Newest first, what was called before that place.
 */
export async function listOlderEntries(
  session: SqlSession,
  { before, limit }: { before?: SupportActPlace | undefined; limit: number },
): Promise<SupportActEntry[]> {
  const rows = await session.query<Row>(
    `select c.entry_id as id, ${exactTime('c.called_at')} as at, c.user_id, c.call,
        to_jsonb(array(select distinct target from unnest(c.targets || o.targets) target order by target)) as targets,
        c.reason, c.ticket, c.request_id, o.status, o.code, r.times, ${exactTime('r.last_at')} as last_at
       from support_calls c left join support_call_outcomes o using (entry_id) left join refused_calls r using (entry_id)
      where $1::timestamptz is null or (c.called_at, c.entry_id) < ($1::timestamptz, $2::uuid)
      order by c.called_at desc, c.entry_id desc limit $3::int`,
    [before?.at ?? null, before?.entryId ?? null, limit],
  );
  return rows.map(entryOf);
}

const entryOf = ({ id, at, user_id: actorId, request_id: requestId, targets, ...row }: Row): SupportActEntry => ({
  entryId: id,
  at,
  message: null,
  actorId,
  call: row.call,
  targets: typeof targets === 'string' ? (JSON.parse(targets) as string[]) : targets,
  reason: row.reason,
  ticket: row.ticket,
  requestId,
  outcome: row.status === null ? null : { status: row.status, code: row.code },
  times: row.times ?? 1,
  lastAt: row.last_at ?? at,
});
