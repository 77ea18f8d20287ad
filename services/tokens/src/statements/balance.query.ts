import { EventStore } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { userAccount } from '../ledger/domain/accounts.js';

export interface UserBalance {
  posted: number;
  held: number;
  /** posted − held: what the user may spend. */
  available: number;
}

@Injectable()
export class BalanceQuery {
  constructor(private readonly store: EventStore) {}

  /** Zeros for a user who never had a token. */
  async of(userId: string): Promise<UserBalance> {
    return (await this.find(userId)) ?? { posted: 0, held: 0, available: 0 };
  }

  async available(userId: string): Promise<number> {
    return (await this.of(userId)).available;
  }

  /** Undefined for a user who never had a token. Every screen asks for it: a prepared statement. */
  async find(userId: string): Promise<UserBalance | undefined> {
    const { rows } = await this.store.pool.query<{ posted: string; held: string }>({
      name: 'user_balance',
      text: 'select posted, held from accounts where account = $1',
      values: [userAccount(userId)],
    });
    const [row] = rows;
    if (!row) return undefined;
    const posted = Number(row.posted);
    const held = Number(row.held);
    return { posted, held, available: posted - held };
  }
}
