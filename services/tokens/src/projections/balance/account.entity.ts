import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A user's or an escrow's balance in whole tokens. Written by the ledger only. */
@Entity({ tableName: 'accounts' })
export class AccountRow {
  @PrimaryKey({ type: 'text' })
  account!: string;

  @Property({ type: 'bigint' })
  posted!: bigint;

  @Property({ type: 'bigint' })
  held!: bigint;
}
