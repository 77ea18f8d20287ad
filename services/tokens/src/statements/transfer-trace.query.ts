import type { TransferId } from '@candid/contracts';
import {
  type CorrelatedEvent,
  correlatedEventColumns,
  correlatedEventOf,
  EventStore,
  type RecordedEvent,
  sessionOfClient,
} from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { transfersCorrecting } from '../corrections/corrections.rows.js';
import type { TransferCode } from '../ledger/domain/events.js';

export interface TransferTrace {
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
  /** Of this service, in reading order. */
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

/** By their key, account and position: there is no index by transfer. */
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
