import { randomUUID } from 'node:crypto';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import type { RepeatedJob } from '@candid/platform/jobs';
import { inTransaction } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { accountStreams } from '../account/account-commands.js';
import { accountsWithKeys, claimDue, destroyKey, removePerson } from './deletions.rows.js';
import { oneByOne } from './one-by-one.js';

/**
 * The end of the 30 days: what is left of the person's rows goes, and the event that says so is appended, in one transaction per
 * account. Two runs at once share the work; a crash leaves the account due.
 */
@Injectable()
export class EraseAccounts implements RepeatedJob {
  readonly name = 'identity-erasure';
  readonly everyMs = 10 * 60_000;

  constructor(
    private readonly orm: MikroORM,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return this.erase(this.clock());
  }

  /** @throws AggregateError of all failures, after the other accounts are erased */
  async erase(now: Date): Promise<void> {
    await inTransaction(this.orm, async ({ session }) => {
      for (const userId of await accountsWithKeys(session)) await destroyKey(session, userId);
    });
    await oneByOne('erased', (failed, claim) => this.eraseNext(now, failed, claim));
  }

  private async eraseNext(now: Date, failed: readonly string[], claim: (userId: string) => void): Promise<void> {
    const metadata = { correlationId: `erasure-${randomUUID()}` };
    await this.commands.executeInTransaction({ metadata }, {}, async (unit) => {
      const person = await claimDue(unit.session, now, failed);
      if (!person) return;
      claim(person.userId);
      const account = await unit.load(accountStreams, person.userId);
      account.decide({ type: 'EraseAccount', at: now.toISOString() });
      await removePerson(unit.session, person);
    });
  }
}
