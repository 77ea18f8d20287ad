import { randomUUID } from 'node:crypto';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import type { RepeatedJob } from '@candid/platform/jobs';
import { inTransaction } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { accountStreams } from '../account/account-commands.js';
import { accountsWithKeys, claimDue, destroyKey, removePerson } from './deletions.rows.js';

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

  /**
   * An account that cannot be erased stays due and does not stop those behind it.
   * @throws AggregateError of what failed, after all others are erased
   */
  async erase(now: Date): Promise<void> {
    await inTransaction(this.orm, async ({ session }) => {
      for (const userId of await accountsWithKeys(session)) await destroyKey(session, userId);
    });
    const failed = new Map<string, unknown>();
    while (await this.eraseNext(now, failed));
    if (failed.size > 0) throw new AggregateError([...failed.values()], `${failed.size} accounts could not be erased`);
  }

  /** @returns false if no account is due but those that failed */
  private async eraseNext(now: Date, failed: Map<string, unknown>): Promise<boolean> {
    let claimed: string | undefined;
    const metadata = { correlationId: `erasure-${randomUUID()}` };
    try {
      await this.commands.executeInTransaction({ metadata }, {}, async (unit) => {
        const person = await claimDue(unit.session, now, [...failed.keys()]);
        claimed = person?.userId;
        if (!person) return;
        const account = await unit.load(accountStreams, person.userId);
        account.decide({ type: 'EraseAccount', at: now.toISOString() });
        await removePerson(unit.session, person);
      });
    } catch (error) {
      if (claimed === undefined) throw error;
      failed.set(claimed, error);
    }
    return claimed !== undefined;
  }
}
