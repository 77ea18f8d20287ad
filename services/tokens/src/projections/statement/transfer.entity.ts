import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { TransferCode } from '../../domain/ledger/events.js';

/** Written by the ledger only. */
@Entity({ tableName: 'transfers' })
export class TransferRow {
  @PrimaryKey({ type: 'uuid' })
  transferId!: string;

  @Property({ type: 'integer' })
  version!: number;

  @Property({ type: 'text' })
  status!: 'posted' | 'pending' | 'voided';

  @Property({ type: 'text' })
  code!: TransferCode;

  @Property({ type: 'bigint' })
  amount!: bigint;

  @Property({ type: 'text' })
  idempotencyKey!: string;

  /** The event of another service that caused it; null where a request did. */
  @Property({ type: 'text', nullable: true })
  causeEventId!: string | null;

  @Property({ type: 'text' })
  correlationId!: string;

  @Property({ type: 'text', nullable: true })
  actor!: string | null;

  @Property({ type: 'datetime' })
  effectiveAt!: Date;

  @Property({ type: 'datetime' })
  recordedAt!: Date;

  /** Of a hold. */
  @Property({ type: 'datetime', nullable: true })
  expiresAt!: Date | null;
}
