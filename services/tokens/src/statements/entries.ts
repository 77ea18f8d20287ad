import { DomainError, EventStore } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { assessmentOfSpoiledRating } from '../ledger/posted-transfers.js';
import { type TransferCode, userAccount } from '../ledger/transfer.js';

interface Entry {
  entryId: string;
  account: string;
  /** ISO 8601: when it took effect, and when it was booked. */
  at: string;
  recordedAt: string;
  code: TransferCode;
  amount: number;
  /** Balance right after the entry; null for a platform account, whose balance is a sum. */
  balance: number | null;
  transferId: string;
  /** The event that caused it, or the request where none did. */
  cause: string;
  /** The entry is or was part of the price of these assessments. */
  assessmentIds: string[];
}

export interface EntryPage {
  entries: Entry[];
  nextCursor: string | null;
}

interface EntryFilter {
  /** ISO 8601, both included: when an entry took effect. */
  from?: string | undefined;
  to?: string | undefined;
  code?: TransferCode | undefined;
}

interface Paging {
  cursor?: string | undefined;
  limit: number;
}

interface EntryRow {
  account: string;
  global_position: string;
  transfer_id: string;
  recorded_at: Date;
  effective_at: Date;
  amount: string;
  balance: string | null;
  code: TransferCode;
  cause: string;
  idempotency_key: string;
  assessment_ids: string[];
}

const selection = `select p.account, p.global_position::text, p.transfer_id, p.recorded_at, t.effective_at, p.amount::text,
    p.balance::text, t.code, coalesce(t.cause_event_id, t.correlation_id) as cause, t.idempotency_key,
    array(select split_part(escrow, ':', 2) from events e, jsonb_object_keys(e.data->'postings') escrow
           where e.global_position = p.global_position and escrow like 'escrow:%' order by escrow) as assessment_ids
  from postings p join transfers t on t.transfer_id = p.transfer_id
 where ($1::timestamptz is null or t.effective_at >= $1) and ($2::timestamptz is null or t.effective_at <= $2)
   and ($3::text is null or t.code = $3)`;

const accountSql = `${selection} and p.account = $4 and ($5::bigint is null or p.global_position < $5)
  order by p.global_position desc limit $6::int`;

const everySql = `${selection} and (p.account, p.global_position) > ($4, $5::bigint)
  order by p.account, p.global_position limit $6::int`;

const oneSql = `${selection} and p.account = $4 and p.global_position > $5::bigint
  order by p.global_position limit $6::int`;

/** Entries as support reads them, page by page from a key: a deep page costs as much as the first. */
@Injectable()
export class EntriesQuery {
  constructor(private readonly store: EventStore) {}

  /** A user's, newest first. Throws DomainError VALIDATION_FAILED for a text that is no cursor of these pages. */
  async ofUser(userId: string, filter: EntryFilter, { cursor, limit }: Paging): Promise<EntryPage> {
    const before = cursor === undefined ? null : positionOf(cursor);
    return this.page(accountSql, filter, [userAccount(userId), before], limit, ({ entryId }) => entryId);
  }

  /**
   * A user's own, newest first. Its ids are the transfers': a position in the ledger would tell how much was booked for
   * others. Throws DomainError VALIDATION_FAILED for a text that is no cursor of these pages.
   */
  async ownStatement(userId: string, { cursor, limit }: Paging) {
    const account = userAccount(userId);
    const before = cursor === undefined ? null : await this.positionIn(account, cursor);
    const cursorOf = ({ transferId }: Entry) => transferId;
    const { entries, nextCursor } = await this.page(accountSql, {}, [account, before], limit, cursorOf);
    return {
      entries: entries.map(({ transferId: entryId, at, code, amount, balance, cause }) => ({
        ...{ entryId, at, code, amount, cause },
        balance: balance!,
      })),
      nextCursor,
    };
  }

  /** A user's or every account's, account by account in booking order. */
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
    const { rows } = await this.store.pool.query<{ position: string }>(sql, [account, transferId]);
    if (!rows[0]) throw noCursor();
    return rows[0].position;
  }

  private async page(
    sql: string,
    { from, to, code }: EntryFilter,
    place: readonly unknown[],
    limit: number,
    cursorOf: (entry: Entry) => string,
  ): Promise<EntryPage> {
    const values = [from ?? null, to ?? null, code ?? null, ...place, limit + 1];
    const { rows } = await this.store.pool.query<EntryRow>(sql, values);
    const entries = rows.slice(0, limit).map(entryOf);
    return { entries, nextCursor: rows.length > limit ? cursorOf(entries.at(-1)!) : null };
  }
}

function entryOf(row: EntryRow): Entry {
  return {
    entryId: row.global_position,
    account: row.account,
    at: row.effective_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    code: row.code,
    amount: Number(row.amount),
    balance: row.balance === null ? null : Number(row.balance),
    transferId: row.transfer_id,
    cause: row.cause,
    assessmentIds: assessmentsOf(row),
  };
}

/**
 * Returns the assessments whose escrows the entry fills or empties. A refund by the platform names its assessment in
 * its key.
 */
function assessmentsOf({ assessment_ids, idempotency_key }: EntryRow): string[] {
  const spoiled = assessmentOfSpoiledRating(idempotency_key);
  return assessment_ids.length === 0 && spoiled !== undefined ? [spoiled] : assessment_ids;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const positionPattern = /^[1-9][0-9]{0,17}$/;

function positionOf(cursor: string): string {
  if (positionPattern.test(cursor)) return cursor;
  throw noCursor();
}

function splitCursor(cursor: string): [position: string, account: string] {
  const [position = '', account] = cursor.split('@');
  if (!positionPattern.test(position) || account === undefined) throw noCursor();
  return [position, account];
}

function noCursor(): DomainError {
  const message = 'This is not a cursor of a statement.';
  return new DomainError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** A day (UTC) begins at its first moment. ISO 8601; throws DomainError VALIDATION_FAILED for what is neither day nor time. */
function beginningOf(text: string, field: string): string {
  return timeOf(dayPattern.test(text) ? `${text}T00:00:00Z` : text, field).toISOString();
}

/** A day (UTC) ends with its last moment. */
export function endOf(text: string, field: string): string {
  if (!dayPattern.test(text)) return timeOf(text, field).toISOString();
  // The database has a higher precision than a Date.
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
  const message = 'Please give a time or a day in ISO 8601.';
  throw new DomainError('VALIDATION_FAILED', message, [{ field, message }]);
}
