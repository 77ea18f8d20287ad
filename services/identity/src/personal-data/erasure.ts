import { randomUUID } from 'node:crypto';
import { PRODUCT, type UserId } from '@candid/contracts';
import { Commands, type SqlSession, type TransactionalUnit } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import type { RepeatedJob } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { accountStreams } from '../account/use-cases.js';
import { removeFeedbackOf } from '../feedback/feedback.js';
import { removeBouncedAddress } from '../mail/bounced-addresses.js';
import { addMail } from '../mail/mail-work.js';
import { forgetCorrespondent } from '../notices/notices.rows.js';
import { endAccount } from './use-cases.js';

/**
 * Removes a deleted person's remaining rows after 30 days, and appends the event of the erasure, in one transaction
 * per account. Concurrent runs share the work; after a crash, the account is still due.
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
    await oneByOne(this.commands, { prefix: 'erasure', done: 'erased' }, async (unit, { failed, claim }) => {
      const [person] = await unit.session.query<{ userId: UserId; email: string }>(
        `select user_id as "userId", email from credentials where erase_at <= $1::timestamptz
            and not (user_id = any ($2::uuid[]))
          order by erase_at limit 1 for update skip locked`,
        [now.toISOString(), failed],
      );
      if (!person) return;
      claim(person.userId);
      const account = await unit.load(accountStreams, person.userId);
      account.decide({ type: 'EraseAccount', at: now.toISOString() });
      await removePerson(unit.session, person);
    });
  }
}

/** Removes everything that links the id to the person. Sessions and second factors are deleted with the credentials. */
async function removePerson(session: SqlSession, { userId, email }: { userId: string; email: string }) {
  await session.query('delete from personal_keys where user_id = $1::uuid', [userId]);
  await removeFeedbackOf(session, { userId, email });
  await forgetCorrespondent(session, { userId, email });
  await session.query('delete from report_outcomes where user_id = $1::uuid', [userId]);
  await session.query('delete from signup_codes where email = $1', [email]);
  await removeBouncedAddress(session, email);
  await session.query('delete from password_resets where email = $1', [email]);
  await session.query('delete from secret_tries where strpos(scope, $1) > 0', [`account:${userId}`]);
  await session.query('update personal_passkeys set used_by = null where used_by = $1::uuid', [userId]);
  await session.query('delete from credentials where user_id = $1::uuid', [userId]);
}

/** Deletes closed accounts 30 days after the appeal period, with the same effects as a person's own deletion. */
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
    const eraseAt = new Date(now.getTime() + PRODUCT.erasureMs);
    await oneByOne(
      this.commands,
      { prefix: 'closed-account', done: 'deleted' },
      async (unit, { failed, claim, ...by }) => {
        const [due] = await unit.session.query<{ userId: UserId }>(
          `update credentials set deletion_requested_at = $1::timestamptz, erase_at = $2::timestamptz
          where user_id = (
            select user_id from credentials where delete_at <= $1::timestamptz and deletion_requested_at is null
                and not (user_id = any ($3::uuid[]))
              order by delete_at limit 1 for update skip locked)
          returning user_id as "userId"`,
          [now.toISOString(), eraseAt.toISOString(), failed],
        );
        if (!due) return;
        const { userId } = due;
        claim(userId);
        await addMail(unit.session, userId, { kind: 'closed-account-deleted', userId, ...by });
        await endAccount(unit, userId, { now, eraseAt });
      },
    );
  }
}

interface Claiming {
  /** Accounts that have failed in this run. */
  failed: readonly string[];
  /** Call this with the account that the transaction has locked. */
  claim: (userId: string) => void;
  correlationId: string;
}

/**
 * Repeats `next`, each time in a new transaction, until it claims no account. `next` claims and processes one account
 * that is due, except those that failed or are locked by another process. An account that fails stays due.
 * @throws AggregateError of all failures, after the other accounts are processed
 */
async function oneByOne(
  commands: Commands,
  { prefix, done }: { prefix: string; done: string },
  next: (unit: TransactionalUnit, claiming: Claiming) => Promise<void>,
): Promise<void> {
  const failures = new Map<string, unknown>();
  for (;;) {
    let claimed: string | undefined;
    const claim = (userId: string): void => {
      claimed = userId;
    };
    const correlationId = `${prefix}-${randomUUID()}`;
    try {
      await commands.executeInTransaction({ metadata: { correlationId } }, {}, (unit) =>
        next(unit, { failed: [...failures.keys()], claim, correlationId }),
      );
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
