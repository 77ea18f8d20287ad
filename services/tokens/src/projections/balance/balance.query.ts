import { EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { userAccount } from '../../domain/ledger/accounts.js';

export interface UserBalance {
  posted: number;
  held: number;
  /** posted − held: what the user may spend. */
  available: number;
}

/** Every screen asks for it: one prepared statement, without the ORM. */
const balanceSql = 'select posted, held from accounts where account = $1';

@Injectable()
export class BalanceQuery {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  /** Zeros for a user who never had a token. */
  async of(userId: string): Promise<UserBalance> {
    return (await this.find(userId)) ?? { posted: 0, held: 0, available: 0 };
  }

  /** Undefined for a user who never had a token. */
  async find(userId: string): Promise<UserBalance | undefined> {
    const { rows } = await this.store.pool.query<{ posted: string; held: string }>({
      name: 'user_balance',
      text: balanceSql,
      values: [userAccount(userId)],
    });
    const [row] = rows;
    if (!row) return undefined;
    const posted = Number(row.posted);
    const held = Number(row.held);
    return { posted, held, available: posted - held };
  }
}
