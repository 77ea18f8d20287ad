import { DomainError } from '@candid/event-store';
import { MikroORM } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { TestRow } from './test.entity.js';

@Injectable()
export class TestsQuery {
  constructor(@Inject(MikroORM) private readonly orm: { em: EntityManager }) {}

  /** Photos of the owner's own test; somebody else's test does not exist. */
  async photoIdsOf(ownerId: string, testId: string): Promise<string[]> {
    const row = await this.orm.em.fork().findOne(TestRow, { testId, ownerId, status: { $in: ['started', 'reset'] } });
    if (!row) throw new DomainError('NOT_FOUND', 'There is no such assessment.');
    return row.photoIds;
  }

  /** Starts whose time to confirm was over at `now`, the oldest first. */
  async lostStarts(now: Date, limit: number): Promise<{ testId: string; ownerId: string }[]> {
    return this.orm.em
      .fork()
      .find(TestRow, { status: 'opened', expiresAt: { $lte: now } }, { orderBy: { expiresAt: 'asc' }, limit });
  }
}
