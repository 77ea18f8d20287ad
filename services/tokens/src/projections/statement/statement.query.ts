import { DomainError } from '@candid/event-store';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { userAccount } from '../../domain/ledger/accounts.js';
import type { TransferCode } from '../../domain/ledger/events.js';
import { PostingRow } from './posting.entity.js';

export interface StatementLine {
  entryId: string;
  /** ISO 8601: when it took effect. */
  at: string;
  code: TransferCode;
  amount: number;
  /** Of the account right after. */
  balance: number;
  /** The event that caused it, or the request where none did. */
  cause: string;
}

export interface StatementPage {
  entries: StatementLine[];
  nextCursor: string | null;
}

/** A user's postings, newest first, page by page from a key: a deep page costs as much as the first. */
@Injectable()
export class StatementQuery {
  constructor(@Inject(EntityManager) private readonly em: EntityManager) {}

  /** `cursor` is a page's `nextCursor`; throws DomainError VALIDATION_FAILED for any other text. */
  async page(
    userId: string,
    { cursor, limit }: { cursor?: string | undefined; limit: number },
  ): Promise<StatementPage> {
    const account = userAccount(userId);
    const before = cursor === undefined ? {} : { globalPosition: { $lt: await this.positionOf(account, cursor) } };
    const rows = await this.em
      .fork()
      .find(
        PostingRow,
        { account, ...before },
        { populate: ['transfer'], orderBy: { globalPosition: 'desc' }, limit: limit + 1 },
      );
    const entries = rows.slice(0, limit).map(lineOf);
    return { entries, nextCursor: rows.length > limit ? entries.at(-1)!.entryId : null };
  }

  private async positionOf(account: string, cursor: string): Promise<bigint> {
    const row = uuid.test(cursor)
      ? await this.em.fork().findOne(PostingRow, { account, transfer: { transferId: cursor } })
      : null;
    if (row) return row.globalPosition;
    const message = 'This is not a cursor of a statement.';
    throw new DomainError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
  }
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The entry's id tells nothing about what was booked for others: a position in the ledger would. */
function lineOf({ transfer, amount, balance }: PostingRow): StatementLine {
  return {
    entryId: transfer.transferId,
    at: transfer.effectiveAt.toISOString(),
    code: transfer.code,
    amount: Number(amount),
    balance: Number(balance),
    cause: transfer.causeEventId ?? transfer.correlationId,
  };
}
