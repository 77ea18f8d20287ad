import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { TransferRow } from './transfer.entity.js';

/** What one transfer did to one account. Written by the ledger only. */
@Entity({ tableName: 'postings' })
export class PostingRow {
  @PrimaryKey({ type: 'text' })
  account!: string;

  /** Of the event; orders an account's postings. */
  @PrimaryKey({ type: 'bigint' })
  globalPosition!: bigint;

  @ManyToOne({ entity: () => TransferRow, joinColumn: 'transfer_id' })
  transfer!: TransferRow;

  @Property({ type: 'datetime' })
  recordedAt!: Date;

  /** Positive is credited to the account, negative debited. */
  @Property({ type: 'bigint' })
  amount!: bigint;

  /** Of the account right after; null for a platform account, whose balance is a sum. */
  @Property({ type: 'bigint', nullable: true })
  balance!: bigint | null;
}
