import type { supportLedgerRpc, ToldStep, TransferCode } from '@candid/contracts';
import {
  type CorrelatedEvent,
  correlatedEventColumns,
  EventStore,
  type RecordedEvent,
  type SqlSession,
} from '@candid/event-store';
import type { Reply } from '@candid/platform';
import type { OwnThing } from '@candid/platform/messaging';
import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';
import { transfersCorrecting } from '../corrections/corrections.js';
import { isoTime } from '../kernel/paging.js';
import { streamIdOf } from '../ledger/transfer.js';

type TransferTrace = Reply<typeof supportLedgerRpc.getTransfer>;

const eventsAtMost = 200;

const transferSql = `select code, status, amount::float8, idempotency_key as "idempotencyKey",
    ${isoTime('effective_at')} as "effectiveAt", ${isoTime('recorded_at')} as "recordedAt",
    ${isoTime('expires_at')} as "expiresAt", correlation_id as "correlationId", cause_event_id as "causeEventId", actor
  from transfers where transfer_id = $1`;

/** Selects by account and position, because `postings` has no index by transfer. */
const postingsSql = `select account, ${isoTime('recorded_at')} as at, amount::float8, balance::float8 from postings
  where transfer_id = $1 and account = any($2::text[]) and global_position = any($3::bigint[])
  order by global_position, account`;

const linksSql = `select number::float8, event_id as "eventId", encode(hash, 'hex') as hash from ledger_chain
  where event_id = any($1::uuid[]) order by ledger_chain.number`;

/** Uses the chain's index by request, which does not slow transfers down. The chain may lack the newest events. */
const correlatedSql = `with link as materialized (
    select number, event_id from ledger_chain where correlation_id = any($1::text[])
  ), related as (
    select e.* from (select * from link order by number limit ${eventsAtMost}) first
      join events e on e.event_id = first.event_id
    union select e.* from events e where e.stream_id = $2
  )
  select ${correlatedEventColumns} from related e order by e.global_position limit ${eventsAtMost}`;

/** Returns a transfer and its causes, as far as this service knows them. */
@Injectable()
export class TransferTraceQuery {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  async find(transferId: string): Promise<TransferTrace | undefined> {
    const { database } = this;
    type Row = Omit<TransferTrace['transfer'], 'transferId' | 'command' | 'reason' | 'ticket'>;
    const [row] = await database.query<Row>(transferSql, [transferId]);
    if (!row) return undefined;
    const streamId = streamIdOf(transferId);
    const own = await this.store.load(streamId);
    const { reason = null, ticket = null, corrects = null } = own[0]?.data ?? {};
    const { command = null } = own[0]?.metadata ?? {};
    const entries = await database.query<TransferTrace['entries'][number]>(postingsSql, [transferId, ...placesOf(own)]);
    const links = await database.query<TransferTrace['links'][number]>(linksSql, [own.map(({ eventId }) => eventId)]);
    const correlatedRequests = requestsOf(own);
    const requestIds = correlatedRequests.map(({ requestId }) => requestId);
    const correlated = await database.query<CorrelatedEvent>(correlatedSql, [requestIds, streamId]);
    const correlatedEvents = correlated.map((event) => ({ ...event, service: 'tokens' }));
    return {
      transfer: { transferId, ...row, command, reason, ticket },
      ...{ entries, links, corrects, correlatedRequests, correlatedEvents },
      correctedBy: await transfersCorrecting(database, transferId),
      causeEvent: correlatedEvents.find(({ eventId }) => eventId === row.causeEventId) ?? null,
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

/** Transfers in reading order. The links come first, because otherwise the planner may read all events. */
const correlatedTransfersSql = `with link as materialized (
    select number, event_id from ledger_chain
     where correlation_id = any(array(select jsonb_array_elements_text($1::jsonb)))
  )
  select ${correlatedEventColumns} from (select * from link order by number limit $2::int) first
    join events e on e.event_id = first.event_id
   order by first.number`;

/** Events that the chain has reached, in reading order. */
export const listLedgerEvents = (
  session: SqlSession,
  correlationIds: readonly string[],
  limit: number,
): Promise<CorrelatedEvent[]> =>
  session.query<CorrelatedEvent>(correlatedTransfersSql, [JSON.stringify(correlationIds), limit]);

interface FoundTransfer extends Pick<OwnThing, 'userId'> {
  transferId: string;
  code: TransferCode;
  amount: number;
  status: string;
  at: string;
  requestId: string;
}

/** A transfer's row names no user, but its first event names one account of the user. */
const transfersSql = `select t.transfer_id as "transferId", t.code, t.amount::float8, t.status,
    ${isoTime('t.recorded_at')} as at, t.correlation_id as "requestId",
    split_part(coalesce(e.data->>'account', (select min(account) from jsonb_object_keys(e.data->'postings') account
                                              where account like 'user:%')), ':', 2) as "userId"
  from transfers t join events e on e.stream_id = 'transfer-' || t.transfer_id and e.stream_version = 1
 where t.transfer_id in (select jsonb_array_elements_text($1::jsonb)::uuid)`;

const listTransfers = (session: SqlSession, transferIds: readonly string[]) =>
  session.query<FoundTransfer>(transfersSql, [JSON.stringify(transferIds)]);

/** Finds a transfer of any user, for support. */
export async function findTransfer(session: SqlSession, transferId: string): Promise<OwnThing[]> {
  const transfers = await listTransfers(session, [transferId]);
  return transfers.map(({ transferId: id, userId, code, amount, at, requestId }) => {
    return { kind: 'transfer', id, userId, title: `${code} ${amount}`, at, requestId };
  });
}

const streamPrefix = 'transfer-';

/** Returns each transfer of the events once, at the time of its first event. */
export async function listTransferSteps(
  session: SqlSession,
  _requestIds: readonly string[],
  events: readonly CorrelatedEvent[],
): Promise<ToldStep[]> {
  // Checkouts and corrections have their own streams.
  const streamIds = events.map(({ streamId }) => streamId).filter((streamId) => streamId.startsWith(streamPrefix));
  const transferIds = [...new Set(streamIds.map((streamId) => streamId.slice(streamPrefix.length)))];
  const transfers = await listTransfers(session, transferIds);
  return transfers.map(({ transferId: id, code: title, amount, status: state, ...rest }) => {
    return { ...rest, kind: 'transfer', service: 'tokens', title, id, detail: `${amount}`, state };
  });
}
