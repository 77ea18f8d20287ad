import type { LookingFor, RequestContext, UserId } from '@candid/contracts';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { findLookingFor } from '../records/looking-for.js';
import { AccountCommands } from './account-commands.js';
import { refused, TEXTS } from './refusals.js';

@Injectable()
export class SeeLookingFor {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(AccountCommands) private readonly accounts: AccountCommands,
  ) {}

  /** One's own, and as an assessor whose approval is recorded, anybody's. @throws DomainError `FORBIDDEN`, `NOT_FOUND` */
  async execute(userId: UserId, context: RequestContext): Promise<LookingFor> {
    if (userId !== context.userId) {
      const caller = context.userId === undefined ? undefined : await this.accounts.load(context.userId);
      if (!caller?.roles.includes('assessor')) throw refused('FORBIDDEN', TEXTS.foreign);
    }
    return findLookingFor(readSessionOf(this.orm), userId);
  }
}
