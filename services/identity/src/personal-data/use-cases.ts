import { consumers, PRODUCT, type RequestContext, accountRpc as rpc, type UserId } from '@candid/contracts';
import { Commands, type SqlSession, type TransactionalUnit } from '@candid/event-store';
import { awaitConsumer, CLOCK, type Clock, commandContext, RpcClient, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { accountUnknown, mailPreferencesOf } from '../account/account.js';
import { type Credentials, findPersonalDetails } from '../account/credentials.js';
import { findPersonalKey, lookingForDocument, selfDescriptionDocument } from '../account/sealed.js';
import { AccountCommands, lockAccount } from '../account/use-cases.js';
import { impersonalViewOf, withDetails } from '../account/view.js';
import { exportTrialsOf } from '../assessor-approval/qualify-by-trial.js';
import { isoTime } from '../kernel/paging.js';
import { PasswordHasher } from '../kernel/passwords.js';
import { invalid, refused, TEXTS } from '../kernel/refusals.js';
import { firstRow, hasRow } from '../kernel/rows.js';
import { unseal } from '../kernel/secrets.js';
import { turnOfAccount } from '../kernel/work-in-turn.js';
import { addMail } from '../mail/mail-work.js';
import { endSessionsOf, listSessionsOf } from '../sessions/sessions.rows.js';

/** Keeps no idempotency record: a repeat finds in the account's row that the account is deleted. */
@Controller()
export class DeleteAccount {
  constructor(
    private readonly database: Database,
    private readonly commands: Commands,
    private readonly accounts: AccountCommands,
    private readonly passwords: PasswordHasher,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns the id of the event AccountDeleted; no id for a repeat
   * @throws DomainError `VALIDATION_FAILED` if the password is empty, `UNAUTHENTICATED` if it is wrong
   */
  @RpcHandler(rpc.deleteAccount)
  async deleteAccount({ userId, password }: Sent<typeof rpc.deleteAccount>, context: RequestContext) {
    if (password === '') throw invalid([{ field: 'password', message: TEXTS.noPassword }]);
    const credentials = await findOwnCredentials(this.database, userId);
    const isRight = await this.passwords.verify(password, credentials?.passwordHash, turnOfAccount(userId));
    if (!credentials || !isRight) throw refused('UNAUTHENTICATED', TEXTS.wrongPassword);
    if (credentials.eraseAt !== null) return { eraseAt: credentials.eraseAt, eventIds: [] };
    const now = this.clock();
    const eraseAt = new Date(now.getTime() + PRODUCT.erasureMs);
    const { metadata } = commandContext(rpc.deleteAccount, context);
    // One transaction covers the account, its key, its sessions and the mail. Other services react to its event.
    const { events } = await this.commands.executeInTransaction({ metadata }, {}, async (unit) => {
      const { session } = unit;
      const isMarked = await hasRow(
        session,
        `update credentials set deletion_requested_at = $3::timestamptz, erase_at = $4::timestamptz
          where user_id = $1 and password_hash = $2 and deletion_requested_at is null returning user_id`,
        [userId, credentials.passwordHash, now.toISOString(), eraseAt.toISOString()],
      );
      if (!isMarked) return;
      await addMail(session, userId, { kind: 'account-deleted', userId, correlationId: metadata.correlationId });
      await endAccount(unit, userId, { now, eraseAt });
    });
    if (events.length > 0) {
      const eventIds = events.map((event) => event.eventId);
      await this.accounts.waitForReadModel(events);
      await Promise.all([
        awaitConsumer(this.rpc, consumers.assessments['end-assessments-on-account-deleted'], eventIds, context),
        awaitConsumer(this.rpc, consumers.photos['delete-on-account-deleted'], eventIds, context),
      ]);
      return { eraseAt: eraseAt.toISOString(), eventIds };
    }
    // A concurrent request has deleted the account, or the password was changed meanwhile.
    const after = await findOwnCredentials(this.database, userId);
    if (after?.eraseAt == null) throw refused('UNAUTHENTICATED', TEXTS.wrongPassword);
    return { eraseAt: after.eraseAt, eventIds: [] };
  }
}

/** Exports everything that this service keeps of a person except the feedback, hashes and keys. */
@Controller()
export class ExportAccount {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountCommands,
  ) {}

  @RpcHandler(rpc.exportAccount)
  async exportAccount({ userId }: Sent<typeof rpc.exportAccount>) {
    const details = await findPersonalDetails(this.database, userId);
    if (!details) throw accountUnknown();
    const state = await this.accounts.load(userId);
    const key = await findPersonalKey(this.database, userId);
    return {
      account: {
        ...withDetails(impersonalViewOf(state), details),
        ...{ userId, phoneNumber: details.phoneNumber, registeredAt: state.registeredAt },
        country: unseal(state.country, key, userId),
        selfDescription: selfDescriptionDocument.open(state.selfDescription, key, userId),
      },
      preferences: {
        locationsPreference: state.locationsPreference,
        mails: mailPreferencesOf(state.unwantedMails),
        lookingFor: lookingForDocument.open(state.lookingFor, key, userId),
      },
      sessions: await listSessionsOf(this.database, userId),
      trials: await exportTrialsOf(this.database, userId),
    };
  }
}

/** Destroys the key, ends the sessions and appends the event for an account that this transaction marks as deleted. */
export async function endAccount(
  unit: TransactionalUnit,
  userId: UserId,
  { now, eraseAt }: { now: Date; eraseAt: Date },
): Promise<void> {
  const { session } = unit;
  await destroyKey(session, userId);
  await endSessionsOf(session, userId, 'account-deleted', now);
  const account = await lockAccount(unit, userId);
  account.decide({ type: 'DeleteAccount', at: now.toISOString(), eraseAt: eraseAt.toISOString() });
}

interface OwnCredentials extends Credentials {
  /** ISO 8601; null if the account is not deleted. */
  eraseAt: string | null;
}

/** Finds deleted accounts too, until they are erased. */
const findOwnCredentials = (session: SqlSession, userId: UserId): Promise<OwnCredentials | undefined> =>
  firstRow(
    session,
    `select user_id as "userId", password_hash as "passwordHash", ${isoTime('erase_at')} as "eraseAt"
       from credentials where user_id = $1`,
    [userId],
  );

/** Destroys the key, so that no later copy of the database reveals sealed data. The address stays until the erasure. */
async function destroyKey(session: SqlSession, userId: string): Promise<void> {
  await session.query('delete from personal_keys where user_id = $1::uuid', [userId]);
  await session.query('delete from second_factors where user_id = $1::uuid', [userId]);
  const resets = 'delete from password_resets where email = (select email from credentials where user_id = $1::uuid)';
  await session.query(resets, [userId]);
  await session.query('update credentials set phone_number = null where user_id = $1::uuid', [userId]);
}
