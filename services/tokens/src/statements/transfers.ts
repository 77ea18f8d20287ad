import type { ToldStep, TransferId, UserId } from '@candid/contracts';
import {
  type CorrelatedEvent,
  correlatedEventColumns,
  correlatedEventOf,
  EventStore,
  type RecordedEvent,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import type { OwnThing } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { transfersCorrecting } from '../corrections/corrections.js';
import { type TransferCode, userAccount } from '../ledger/transfer.js';

interface TransferTrace {
  transfer: {
    transferId: string;
    code: TransferCode;
    status: 'posted' | 'pending' | 'voided';
    amount: number;
    idempotencyKey: string;
    effectiveAt: string;
    recordedAt: string;
    expiresAt: string | null;
    correlationId: string;
    causeEventId: string | null;
    actor: string | null;
    command: string | null;
    reason: string | null;
    ticket: string | null;
  };
  entries: { account: string; at: string; amount: number; balance: number | null }[];
  links: { number: number; eventId: string; hash: string }[];
  corrects: TransferId | null;
  correctedBy: TransferId[];
  correlatedRequests: { requestId: string; at: string; actor: string | null; traceparent: string | null }[];
  /** Events of this service, in reading order. */
  correlatedEvents: CorrelatedEvent[];
}

interface TransferRow {
  code: TransferCode;
  status: 'posted' | 'pending' | 'voided';
  amount: string;
  idempotency_key: string;
  effective_at: Date;
  recorded_at: Date;
  expires_at: Date | null;
  correlation_id: string;
  cause_event_id: string | null;
  actor: string | null;
}

interface PostingRow {
  account: string;
  recorded_at: Date;
  amount: string;
  balance: string | null;
}

interface LinkRow {
  number: string;
  event_id: string;
  hash: string;
}

const eventsAtMost = 200;

/** Selects by account and position, because transfers have no index here. */
const postingsSql = `select account, recorded_at, amount::text, balance::text from postings
  where transfer_id = $1 and account = any($2::text[]) and global_position = any($3::bigint[])
  order by global_position, account`;

const linksSql = `select number::text, event_id, encode(hash, 'hex') as hash from ledger_chain
  where event_id = any($1::uuid[]) order by ledger_chain.number`;

/**
 * Through the chain, which is indexed by request: the events are not, for every transfer would pay for it. The transfer's own
 * are there before the chain has them.
 */
const correlatedSql = `with link as materialized (
    select number, event_id from ledger_chain where correlation_id = any($1::text[])
  ), related as (
    select e.* from (select * from link order by number limit ${eventsAtMost}) first
      join events e on e.event_id = first.event_id
    union select e.* from events e where e.stream_id = $2
  )
  select ${correlatedEventColumns} from related e order by e.transaction_id, e.global_position limit ${eventsAtMost}`;

/** A transfer with all that this service knows of why it came about. */
@Injectable()
export class TransferTraceQuery {
  constructor(private readonly store: EventStore) {}

  async find(transferId: string): Promise<TransferTrace | undefined> {
    const { pool } = this.store;
    const transfers = await pool.query<TransferRow>('select * from transfers where transfer_id = $1', [transferId]);
    const [transfer] = transfers.rows;
    if (!transfer) return undefined;
    const streamId = `transfer-${transferId}`;
    const own = await this.store.load(streamId);
    const postings = await pool.query<PostingRow>(postingsSql, [transferId, ...placesOf(own)]);
    const links = await pool.query<LinkRow>(linksSql, [own.map(({ eventId }) => eventId)]);
    const requests = requestsOf(own);
    const requestIds = requests.map(({ requestId }) => requestId);
    const correlated = await pool.query(correlatedSql, [requestIds, streamId]);
    return {
      transfer: transferOf(transferId, transfer, own),
      entries: postings.rows.map(entryOf),
      links: links.rows.map(({ number, event_id: eventId, hash }) => ({ number: Number(number), eventId, hash })),
      corrects: own[0]?.data.corrects ?? null,
      correctedBy: await transfersCorrecting(sessionOfClient(pool), transferId),
      correlatedRequests: requests,
      correlatedEvents: correlated.rows.map(correlatedEventOf),
    };
  }
}

/** Accounts and positions of all postings that the events made. */
function placesOf(events: readonly RecordedEvent[]): [accounts: string[], positions: string[]] {
  const accounts = new Set(events.flatMap(({ data }) => Object.keys(data.postings ?? {})));
  return [[...accounts], events.map(({ globalPosition }) => String(globalPosition))];
}

function requestsOf(events: readonly RecordedEvent[]): TransferTrace['correlatedRequests'] {
  const requests = new Map<string, TransferTrace['correlatedRequests'][number]>();
  for (const { metadata, recordedAt } of events) {
    const { correlationId: requestId, actor = null, traceparent = null } = metadata;
    if (!requests.has(requestId)) {
      requests.set(requestId, { requestId, at: recordedAt.toISOString(), actor, traceparent });
    }
  }
  return [...requests.values()];
}

function transferOf(transferId: string, row: TransferRow, events: readonly RecordedEvent[]): TransferTrace['transfer'] {
  const { reason = null, ticket = null } = events[0]?.data ?? {};
  const { command = null } = events[0]?.metadata ?? {};
  return {
    transferId,
    code: row.code,
    status: row.status,
    amount: Number(row.amount),
    idempotencyKey: row.idempotency_key,
    effectiveAt: row.effective_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    correlationId: row.correlation_id,
    causeEventId: row.cause_event_id,
    actor: row.actor,
    command,
    reason,
    ticket,
  };
}

function entryOf({ account, recorded_at, amount, balance }: PostingRow): TransferTrace['entries'][number] {
  return {
    account,
    at: recorded_at.toISOString(),
    amount: Number(amount),
    balance: balance === null ? null : Number(balance),
  };
}

/**
 * Through the chain, which is indexed by request, as the events here are not, and in reading order. First the links, then
 * their events: else the planner may look through all events in their order for the few that it is to find.
 */
const correlatedTransfersSql = `with link as materialized (
    select number, event_id from ledger_chain
     where correlation_id = any(array(select jsonb_array_elements_text($1::jsonb)))
  )
  select ${correlatedEventColumns} from (select * from link order by number limit $2::int) first
    join events e on e.event_id = first.event_id
   order by first.number`;

/** The ledger's events of these requests in reading order: those that the chain has reached. */
export async function listLedgerEvents(
  session: SqlSession,
  correlationIds: readonly string[],
  limit: number,
): Promise<CorrelatedEvent[]> {
  const parameters = [JSON.stringify(correlationIds), limit];
  const rows = await session.query<Parameters<typeof correlatedEventOf>[0]>(correlatedTransfersSql, parameters);
  return rows.map(correlatedEventOf);
}

interface FoundTransfer {
  transferId: string;
  userId: UserId | null;
  code: TransferCode;
  amount: number;
  status: string;
  at: string;
  requestId: string;
}

interface FoundRow {
  transfer_id: string;
  code: TransferCode;
  amount: string;
  status: string;
  recorded_at: Date;
  correlation_id: string;
  account: string | null;
}

/** A transfer's row does not name its user; its first event does, in one account of each transfer. */
const transfersSql = `select t.transfer_id, t.code, t.amount::text, t.status, t.recorded_at, t.correlation_id,
    coalesce(e.data->>'account', (select min(account) from jsonb_object_keys(e.data->'postings') account
                                   where account like 'user:%')) as account
  from transfers t join events e on e.stream_id = 'transfer-' || t.transfer_id and e.stream_version = 1
 where t.transfer_id in (select jsonb_array_elements_text($1::jsonb)::uuid)`;

async function listTransfers(session: SqlSession, transferIds: readonly string[]): Promise<FoundTransfer[]> {
  const rows = await session.query<FoundRow>(transfersSql, [JSON.stringify(transferIds)]);
  return rows.map((row) => ({
    transferId: row.transfer_id,
    userId: (row.account?.slice(userAccount('').length) as UserId | undefined) ?? null,
    code: row.code,
    amount: Number(row.amount),
    status: row.status,
    at: row.recorded_at.toISOString(),
    requestId: row.correlation_id,
  }));
}

/** For support: the transfer of that id, whoever's it is. */
export async function findTransfer(session: SqlSession, transferId: string): Promise<OwnThing[]> {
  const transfers = await listTransfers(session, [transferId]);
  return transfers.map(({ userId, code, amount, at, requestId }) => ({
    kind: 'transfer',
    id: transferId.toLowerCase(),
    userId,
    title: `${code} ${amount}`,
    at,
    requestId,
  }));
}

const streamPrefix = 'transfer-';

/** The transfers that the events are of, each once, at the time of its first event. */
export async function listTransferSteps(
  session: SqlSession,
  _requestIds: readonly string[],
  events: readonly CorrelatedEvent[],
): Promise<ToldStep[]> {
  // Orders and corrections have streams of their own.
  const streamIds = events.map(({ streamId }) => streamId).filter((streamId) => streamId.startsWith(streamPrefix));
  const transferIds = [...new Set(streamIds.map((streamId) => streamId.slice(streamPrefix.length)))];
  const transfers = await listTransfers(session, transferIds);
  return transfers.map(({ transferId, userId, code, amount, status, at, requestId }) => ({
    at,
    kind: 'transfer',
    service: 'tokens',
    title: code,
    id: transferId,
    userId,
    detail: `${amount}`,
    state: status,
    requestId,
  }));
}
