import { randomUUID } from 'node:crypto';
import { PRODUCT, type UserId } from '@candid/contracts';
import { Commands, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import type { RepeatedJob } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { accountStreams } from '../account/use-cases.js';
import { forgetPasskeyUser } from '../assessor-approval/personal-passkeys.js';
import { removeFeedbackOf } from '../feedback/feedback.js';
import { addMail, removeReportOutcomes } from '../mail/mail-work.js';
import { forgetCorrespondent } from '../notices/notices.rows.js';
import { endAccount } from './use-cases.js';

/**
 * The end of the 30 days: what is left of the person's rows goes, and the event that says so is appended, in one transaction per
 * account. Two runs at once share the work; a crash leaves the account due.
 */
@Injectable()
export class EraseAccounts implements RepeatedJob {
  readonly name = 'identity-erasure';
  readonly everyMs = 10 * 60_000;

  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return this.erase(this.clock());
  }

  /** @throws AggregateError of all failures, after the other accounts are erased */
  async erase(now: Date): Promise<void> {
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

/**
 * Locks one due account, except those in `but`, until the transaction ends. Skips accounts that another process has
 * locked.
 */
async function claimDue(
  session: SqlSession,
  now: Date,
  but: readonly string[] = [],
): Promise<{ userId: UserId; email: string } | undefined> {
  const [due] = await session.query<{ userId: UserId; email: string }>(
    `select user_id as "userId", email from credentials where erase_at <= $1::timestamptz
        and not (user_id = any ($2::uuid[]))
      order by erase_at limit 1 for update skip locked`,
    [now.toISOString(), but],
  );
  return due;
}

/** Everything that leads from the id to the person; sessions, tokens and preferences go with the credentials. */
async function removePerson(session: SqlSession, { userId, email }: { userId: string; email: string }) {
  await session.query('delete from personal_keys where user_id = $1::uuid', [userId]);
  await removeFeedbackOf(session, { userId, email });
  await forgetCorrespondent(session, { userId, email });
  await removeReportOutcomes(session, userId);
  await session.query('delete from signup_codes where email = $1', [email]);
  await session.query('delete from password_resets where email = $1', [email]);
  await session.query('delete from secret_tries where strpos(scope, $1) > 0', [`account:${userId}`]);
  await forgetPasskeyUser(session, userId);
  await session.query('delete from credentials where user_id = $1::uuid', [userId]);
}

/**
 * Deletes closed accounts 30 days after the appeal period, with the same effects as a person's own deletion. The event
 * informs other services, and the remaining data is erased later.
 */
@Injectable()
export class DeleteClosedAccounts implements RepeatedJob {
  readonly name = 'identity-closed-accounts';
  readonly everyMs = 10 * 60_000;

  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AggregateError of all failures, after the other accounts are deleted */
  async run(): Promise<void> {
    const now = this.clock();
    await oneByOne('deleted', (failed, claim) => this.deleteNext(now, failed, claim));
  }

  private async deleteNext(now: Date, failed: readonly string[], claim: (userId: string) => void): Promise<void> {
    const metadata = { correlationId: `closed-account-${randomUUID()}` };
    await this.commands.executeInTransaction({ metadata }, {}, async (unit) => {
      const { session } = unit;
      const eraseAt = new Date(now.getTime() + PRODUCT.erasureMs);
      const userId = await markNextDeleted(session, { now, eraseAt, failed });
      if (userId === undefined) return;
      claim(userId);
      await addMail(session, userId, { kind: 'closed-account-deleted', userId, ...metadata });
      await endAccount(unit, userId, { now, eraseAt });
    });
  }
}

/** Marks the next due account as deleted. Skips accounts in `failed` and accounts that another process has locked. */
async function markNextDeleted(
  session: SqlSession,
  { now, eraseAt, failed }: { now: Date; eraseAt: Date; failed: readonly string[] },
): Promise<UserId | undefined> {
  const [row] = await session.query<{ userId: UserId }>(
    `update credentials set deletion_requested_at = $1::timestamptz, erase_at = $2::timestamptz
      where user_id = (
        select user_id from credentials where delete_at <= $1::timestamptz and deletion_requested_at is null
            and not (user_id = any ($3::uuid[]))
          order by delete_at limit 1 for update skip locked)
      returning user_id as "userId"`,
    [now.toISOString(), eraseAt.toISOString(), failed],
  );
  return row?.userId;
}

/**
 * Repeats `next` until it claims no account. Each call claims one account and processes it. An account that fails stays
 * due and does not block the others.
 * @throws AggregateError of all failures, after the other accounts are processed
 */
async function oneByOne(
  done: string,
  next: (failed: readonly string[], claim: (userId: string) => void) => Promise<void>,
): Promise<void> {
  const failures = new Map<string, unknown>();
  for (;;) {
    let claimed: string | undefined;
    try {
      await next([...failures.keys()], (userId) => {
        claimed = userId;
      });
    } catch (error) {
      if (claimed === undefined) throw error;
      failures.set(claimed, error);
    }
    if (claimed === undefined) break;
  }
  if (failures.size > 0) {
    throw new AggregateError([...failures.values()], `${failures.size} accounts could not be ${done}`);
  }
}
