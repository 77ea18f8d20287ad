import type { supportLedgerRpc, TransferCode } from '@candid/contracts';
import { EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import type { Reply } from '@candid/platform';
import { Injectable } from '@nestjs/common';
import { invalidField, isoTime, pageOf } from '../kernel/paging.js';
import { assessmentOfSpoiledRating } from '../ledger/posted-transfers.js';
import { userAccount } from '../ledger/transfer.js';

export type EntryPage = Reply<typeof supportLedgerRpc.listEntries>;
type Entry = EntryPage['entries'][number];

/** Range of the times at which entries took effect: ISO 8601, both ends included. */
interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

interface EntryFilter extends DateRange {
  code?: TransferCode | undefined;
}

interface Paging {
  cursor?: string | undefined;
  limit: number;
}

type EntryRow = Entry & { assessmentIds: string[]; idempotencyKey: string };

/** The balance is null for platform accounts, which are sums. */
const selection = `select p.global_position::text as "entryId", p.account, ${isoTime('t.effective_at')} as at,
    ${isoTime('p.recorded_at')} as "recordedAt", t.code, p.amount::float8, p.balance::float8,
    p.transfer_id as "transferId", coalesce(t.cause_event_id, t.correlation_id) as cause,
    array(select split_part(escrow, ':', 2) from events e, jsonb_object_keys(e.data->'postings') escrow
           where e.global_position = p.global_position and escrow like 'escrow:%' order by escrow) as "assessmentIds",
    t.idempotency_key as "idempotencyKey"
  from postings p join transfers t on t.transfer_id = p.transfer_id
 where ($1::timestamptz is null or t.effective_at >= $1) and ($2::timestamptz is null or t.effective_at <= $2)
   and ($3::text is null or t.code = $3)`;

export const maxPosition = String(2n ** 63n - 1n);

const accountSql = `${selection} and p.account = $4 and p.global_position < $5::bigint
  order by p.global_position desc limit $6::int`;

const everySql = `${selection} and (p.account, p.global_position) > ($4, $5::bigint)
  order by p.account, p.global_position limit $6::int`;

const oneSql = `${selection} and p.account = $4 and p.global_position > $5::bigint
  order by p.global_position limit $6::int`;

/** Deep pages cost as much as the first. Throws DomainError VALIDATION_FAILED for an invalid cursor. */
@Injectable()
export class EntriesQuery {
  /** Each query is planned for its values: a generic plan would sort a busy account's entries (benchmark `support`). */
  private readonly session: SqlSession;

  constructor({ pool }: EventStore) {
    this.session = sessionOfClient(pool);
  }

  /** Entries of a user, newest first. */
  async ofUser(userId: string, filter: EntryFilter, { cursor, limit }: Paging): Promise<EntryPage> {
    const before = cursor === undefined ? maxPosition : positionOf(cursor);
    return this.page(accountSql, filter, [userAccount(userId), before], limit, ({ entryId }) => entryId);
  }

  /** A user's own statement, newest first. Cursors are transfer ids: positions would reveal how much others book. */
  async ownStatement(userId: string, { cursor, limit }: Paging) {
    const account = userAccount(userId);
    const before = cursor === undefined ? maxPosition : await this.positionIn(account, cursor);
    const cursorOf = ({ transferId }: Entry) => transferId;
    const { entries, nextCursor } = await this.page(accountSql, {}, [account, before], limit, cursorOf);
    const own = entries.map(({ transferId: entryId, at, code, amount, balance, cause }) => {
      return { entryId, at, code, amount, balance: balance!, cause };
    });
    return { entries: own, nextCursor };
  }

  /** Entries of one user or of every account, account by account in booking order. */
  async inOrder(userId: string | undefined, filter: EntryFilter, { cursor, limit }: Paging): Promise<EntryPage> {
    const [position = '0', account = ''] = cursor === undefined ? [] : splitCursor(cursor);
    const cursorOf = (entry: Entry) => `${entry.entryId}@${entry.account}`;
    const sql = userId === undefined ? everySql : oneSql;
    const start = userId === undefined ? account : userAccount(userId);
    return this.page(sql, filter, [start, position], limit, cursorOf);
  }

  private async positionIn(account: string, transferId: string): Promise<string> {
    if (!uuid.test(transferId)) throw noCursor();
    const sql = 'select global_position::text as position from postings where account = $1 and transfer_id = $2';
    const [row] = await this.session.query<{ position: string }>(sql, [account, transferId]);
    if (!row) throw noCursor();
    return row.position;
  }

  private async page(
    sql: string,
    { from, to, code }: EntryFilter,
    place: readonly unknown[],
    limit: number,
    cursorOf: (entry: Entry) => string,
  ): Promise<EntryPage> {
    const values = [from ?? null, to ?? null, code ?? null, ...place, limit + 1];
    const rows = await this.session.query<EntryRow>(sql, values);
    const { shown, nextCursor } = pageOf(rows, limit, cursorOf);
    return { entries: shown.map(entryOf), nextCursor };
  }
}

/** Names the assessments whose escrows the entry fills or empties. A platform refund has its assessment in its key. */
function entryOf({ idempotencyKey, ...entry }: EntryRow): Entry {
  const spoiled = assessmentOfSpoiledRating(idempotencyKey);
  return entry.assessmentIds.length === 0 && spoiled !== undefined ? { ...entry, assessmentIds: [spoiled] } : entry;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const positionPattern = /^[1-9][0-9]{0,17}$/;

function positionOf(cursor: string): string {
  if (!positionPattern.test(cursor)) throw noCursor();
  return cursor;
}

function splitCursor(cursor: string): [position: string, account: string] {
  const [position = '', account] = cursor.split('@');
  if (!positionPattern.test(position) || account === undefined) throw noCursor();
  return [position, account];
}

const noCursor = () => invalidField('cursor', 'This is not a cursor of a statement.');

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Returns ISO 8601. Throws DomainError VALIDATION_FAILED if the text is neither a day nor a time. */
function beginningOf(text: string, field: string): string {
  return timeOf(dayPattern.test(text) ? `${text}T00:00:00Z` : text, field).toISOString();
}

/** Returns the last microsecond of a day (UTC), or the given time. */
export function endOf(text: string, field: string): string {
  if (!dayPattern.test(text)) return timeOf(text, field).toISOString();
  // The database is more precise than a Date.
  return timeOf(`${text}T23:59:59.999Z`, field).toISOString().replace('.999Z', '.999999Z');
}

export function rangeOf({ from, to }: DateRange): DateRange {
  return {
    ...(from !== undefined && { from: beginningOf(from, 'from') }),
    ...(to !== undefined && { to: endOf(to, 'to') }),
  };
}

function timeOf(text: string, field: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw invalidField(field, 'Please give a time or a day in ISO 8601.');
}
