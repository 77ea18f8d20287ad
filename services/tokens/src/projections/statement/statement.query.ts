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
    const before = cursor === undefined ? {} : { globalPosition: { $lt: positionOf(cursor) } };
    const rows = await this.em
      .fork()
      .find(
        PostingRow,
        { account: userAccount(userId), ...before },
        { populate: ['transfer'], orderBy: { globalPosition: 'desc' }, limit: limit + 1 },
      );
    const page = rows.slice(0, limit);
    return {
      entries: page.map(lineOf),
      nextCursor: rows.length > limit ? String(page.at(-1)!.globalPosition) : null,
    };
  }
}

function lineOf({ globalPosition, transfer, amount, balance }: PostingRow): StatementLine {
  return {
    entryId: String(globalPosition),
    at: transfer.effectiveAt.toISOString(),
    code: transfer.code,
    amount: Number(amount),
    balance: Number(balance),
    cause: transfer.causeEventId ?? transfer.correlationId,
  };
}

function positionOf(cursor: string): bigint {
  if (/^[1-9][0-9]{0,17}$/.test(cursor)) return BigInt(cursor);
  const message = 'This is not a cursor of a statement.';
  throw new DomainError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
}
