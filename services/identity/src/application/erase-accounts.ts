import { randomUUID } from 'node:crypto';
import { type CommandHandler, createCommandHandler, EventStore } from '@candid/event-store';
import { inTransaction, repeatConflicts } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { AccountCommand } from '../domain/account/commands.js';
import { accountDecider } from '../domain/account/decide.js';
import { accountStreamId } from '../domain/account/events.js';
import type { AccountState } from '../domain/account/state.js';
import { accountsWithKeys, claimDue, destroyKey, removePerson } from '../records/deletions.js';

/**
 * The end of the 30 days: what is left of the person's rows goes, and the event that says so is appended, in one transaction per
 * account. Two sweeps at once share the work; a crash leaves the account due.
 */
@Injectable()
export class EraseAccounts {
  private readonly handle: CommandHandler<AccountState, AccountCommand>;

  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(EventStore) private readonly store: EventStore,
  ) {
    this.handle = createCommandHandler({ store, decider: accountDecider });
  }

  /** @returns how many accounts were erased */
  async run(now: Date): Promise<number> {
    await inTransaction(this.orm, async ({ session }) => {
      for (const userId of await accountsWithKeys(session)) await destroyKey(session, userId);
    });
    let erased = 0;
    while (await repeatConflicts(() => this.eraseOne(now))) erased += 1;
    return erased;
  }

  private async eraseOne(now: Date): Promise<boolean> {
    const wasDue = await inTransaction(this.orm, async ({ session }) => {
      const person = await claimDue(session, now);
      if (!person) return false;
      const command = { type: 'EraseAccount', at: now.toISOString() } as const;
      const metadata = { correlationId: `erasure-${randomUUID()}` };
      await this.handle(accountStreamId(person.userId), command, { metadata, session });
      await removePerson(session, person);
      return true;
    });
    if (wasDue) this.store.announceCommit();
    return wasDue;
  }
}
