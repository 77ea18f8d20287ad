import { AsyncLocalStorage } from 'node:async_hooks';
import { jsonOf } from '../kernel/row.js';
import type { SqlSession } from '../kernel/sql-session.js';

/** An action or a look-up by support, performed or refused. It has ids and names, never free text about a person. */
export interface SupportAct {
  entryId: string;
  /** `<service>.<message>`. */
  message: string;
  /** Id of the route, as the caller states it. */
  call: string | null;
  /** User of the verified access token; null without a token. */
  userId: string | null;
  sessionId: string | null;
  targets: string[];
  reason: string | null;
  ticket: string | null;
  requestId: string;
  ip: string | null;
  /** `ok`, or the code of the refusal. */
  outcome: string;
  /** The same key for all repeats of a request. A repeat that changes nothing has no separate entry. */
  repeatKey: string | null;
}

export const supportActsSql = [
  `create table support_acts (
    entry_id uuid primary key,
    acted_at timestamptz not null default now(),
    message text not null,
    call text,
    user_id uuid,
    session_id text,
    targets text[] not null,
    reason text,
    ticket text,
    request_id text not null,
    ip text,
    outcome text not null,
    repeat_key text
  )`,
  'create index support_acts_acted_at on support_acts (acted_at, entry_id)',
  'create index support_acts_request_id on support_acts (request_id)',
  'create index support_acts_repeat_key on support_acts (repeat_key) where repeat_key is not null',
  // The grants of the application role depend on the table's comment.
  `comment on table support_acts is 'append-only: the audit log of support'`,
  `create function refuse_support_act_change() returns trigger language plpgsql as $function$
  begin
    raise exception 'the audit log is append-only: % refused', tg_op using errcode = 'restrict_violation';
  end $function$`,
  `create trigger support_acts_append_only before update or delete or truncate on support_acts
    for each statement execute function refuse_support_act_change()`,
  // Refused tries of a message by one caller on one day (UTC). The first try has an entry; later tries are counted.
  `create table support_refusals (
    caller text not null,
    message text not null,
    on_day date not null,
    entry_id uuid not null unique,
    times integer not null default 1,
    last_at timestamptz not null default now(),
    primary key (caller, message, on_day)
  )`,
] as const;

/** Keeps rows of refused calls: `refuse` raises an error if anybody, even the owner, removes one or lowers `times`. */
export const keepRefusalsSql = (table: string, refuse = 'refuse_support_act_change'): string[] => [
  `create trigger ${table}_kept before delete or truncate on ${table} for each statement execute function ${refuse}()`,
  `create trigger ${table}_counted before update on ${table} for each row
     when (new.times < old.times or new.entry_id <> old.entry_id) execute function ${refuse}()`,
];

const insert = (parameter: string): string =>
  `insert into support_acts (entry_id, message, call, user_id, session_id, targets, reason, ticket, request_id, ip, outcome, repeat_key)
   select "entryId", message, call, "userId", "sessionId", targets, reason, ticket, "requestId", ip, outcome, "repeatKey"
     from jsonb_to_recordset(${parameter}::jsonb) as act ("entryId" uuid, message text, call text, "userId" uuid,
       "sessionId" text, targets text[], reason text, ticket text, "requestId" text, ip text, outcome text, "repeatKey" text)`;

const ONCE = 'on conflict (entry_id) do nothing';

/** SQL for a statement that also performs the acts: `with entered as (…) select …`. `parameter` is a JSON array. */
export const enterSupportActsSql = (parameter: string): string => `${insert(parameter)} ${ONCE}`;

const storage = new AsyncLocalStorage<SupportAct>();

/** If `work` changes something, the transaction that changes it also writes the entry, once. */
export const runAsSupportAct = <Result>(act: SupportAct, work: () => Result): Result => storage.run(act, work);

export const currentSupportAct = (): SupportAct | undefined => storage.getStore();

/** Writes the entry in the transaction that performs the act. Does nothing if no support act is running. */
export async function enterSupportAct(session: SqlSession): Promise<void> {
  const act = currentSupportAct();
  if (act) await session.query(enterSupportActsSql('$1'), [JSON.stringify([act])]);
}

/** Writes the entry in a separate transaction, unless the act repeats one that has an entry. */
export async function addSupportAct(session: SqlSession, act: SupportAct): Promise<void> {
  await session.query(
    `${insert('$1')}
     where not exists (select from support_acts known where known.repeat_key = act."repeatKey") ${ONCE}`,
    [JSON.stringify([act])],
  );
}

/** Records an act that the caller may not perform: adds an entry for the first attempt on a day (UTC), counts later ones. */
export async function addRefusedSupportAct(session: SqlSession, act: SupportAct): Promise<void> {
  await session.query(
    `with counted as (
       insert into support_refusals (caller, message, on_day, entry_id)
       values ($2, $3, (now() at time zone 'UTC')::date, $4::uuid)
       on conflict (caller, message, on_day) do update set last_at = now(), times = support_refusals.times + 1
       returning entry_id
     ) ${insert('$1')} where "entryId" in (select entry_id from counted) ${ONCE}`,
    [JSON.stringify([act]), act.userId ?? '', act.message, act.entryId],
  );
}

export interface SupportActPlace {
  /** Time with microseconds. */
  at: string;
  entryId: string;
}

export interface ListedSupportAct extends Omit<SupportAct, 'sessionId' | 'ip' | 'repeatKey'>, SupportActPlace {
  /** Number of attempts on that day if the caller may not perform the act; otherwise 1. `lastAt` is the last attempt's time. */
  times: number;
  lastAt: string;
}

const exact = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const columns = `a.entry_id as "entryId", ${exact('a.acted_at')} as at, a.message, a.call, a.user_id as "userId",
  to_jsonb(a.targets) as targets, a.reason, a.ticket, a.request_id as "requestId", a.outcome,
  coalesce(r.times, 1) as times, ${exact('coalesce(r.last_at, a.acted_at)')} as "lastAt"
  from support_acts a left join support_refusals r using (entry_id)`;

export interface SupportActsPage {
  before?: SupportActPlace | undefined;
  /** Id of the only person whose entries are listed. */
  by?: string | undefined;
  limit: number;
}

/** Returns the entries before that place, newest first. */
export async function listSupportActs(
  session: SqlSession,
  { before, by, limit }: SupportActsPage,
): Promise<ListedSupportAct[]> {
  const rows = await session.query<ListedSupportAct>(
    `select ${columns} where ($1::timestamptz is null or (a.acted_at, a.entry_id) < ($1::timestamptz, $2::uuid))
        and ($4::uuid is null or a.user_id = $4::uuid)
      order by a.acted_at desc, a.entry_id desc limit $3::int`,
    [before?.at ?? null, before?.entryId ?? null, limit, by ?? null],
  );
  return rows.map(withTargets);
}

const OF_REQUESTS_MAX = 200;

/** Returns the entries of these requests, oldest first. */
export async function listSupportActsOf(
  session: SqlSession,
  requestIds: readonly string[],
): Promise<ListedSupportAct[]> {
  const rows = await session.query<ListedSupportAct>(
    `select ${columns} where a.request_id = any(array(select jsonb_array_elements_text($1::jsonb)))
      order by a.acted_at, a.entry_id limit ${OF_REQUESTS_MAX}`,
    [JSON.stringify(requestIds)],
  );
  return rows.map(withTargets);
}

const withTargets = (row: ListedSupportAct): ListedSupportAct => ({ ...row, targets: jsonOf(row.targets) as string[] });
