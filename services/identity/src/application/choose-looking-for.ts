import type { LookingFor, UserId } from '@candid/contracts';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { changeLookingFor, findLookingFor, type LookingForChange } from '../records/looking-for.js';
import { IdempotentTransactions } from './idempotent-transactions.js';
import type { Request } from './request-identity.js';

/**
 * What a person is looking for is a row, never an event, and not part of a stored answer: it tells more about somebody
 * than a history should keep.
 */
@Injectable()
export class ChooseLookingFor {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(IdempotentTransactions) private readonly transactions: IdempotentTransactions,
  ) {}

  async execute(userId: UserId, change: LookingForChange, request: Request): Promise<LookingFor> {
    await this.transactions.run(request, async (session) => {
      await changeLookingFor(session, userId, change);
      return {};
    });
    return findLookingFor(readSessionOf(this.orm), userId);
  }
}
