import type { UserId } from '@candid/contracts';
import { type CorrelatedEvent, correlatedEventColumns, correlatedEventOf, type SqlSession } from '@candid/event-store';
import type { OwnStep, OwnThing } from '@candid/platform/messaging';
import { userAccount } from '../ledger/domain/accounts.js';
import type { TransferCode } from '../ledger/domain/events.js';

/**
 * Through the chain, which is indexed by request, as the events here are not, and in reading order. First the links, then
 * their events: else the planner may look through all events in their order for the few that it is to find.
 */
const correlatedSql = `with link as materialized (
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
  const rows = await session.query<Parameters<typeof correlatedEventOf>[0]>(correlatedSql, parameters);
  return rows.map(correlatedEventOf);
}

export interface FoundTransfer {
  transferId: string;
  userId: UserId | null;
  code: TransferCode;
  amount: number;
  status: string;
  at: string;
  requestId: string;
}

interface TransferRow {
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

export async function listTransfers(session: SqlSession, transferIds: readonly string[]): Promise<FoundTransfer[]> {
  const rows = await session.query<TransferRow>(transfersSql, [JSON.stringify(transferIds)]);
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
): Promise<OwnStep[]> {
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
