import { consumers, PRODUCT, type RequestContext, accountRpc as rpc } from '@candid/contracts';
import { Commands, type EventMetadata, type RecordedEvent } from '@candid/event-store';
import {
  awaitConsumer,
  CLOCK,
  type Clock,
  commandContext,
  RpcClient,
  RpcHandler,
  requireSelf,
  type Sent,
} from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';
import { AccountCommands } from '../account/account-commands.js';
import { addAccountDeletedMail } from '../mail/mail-work.js';
import { invalid, refused, TEXTS } from '../refusals.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { turnOfAccount } from '../security/work-in-turn.js';
import { findOwnCredentials, markDeleted, type OwnCredentials } from './deletions.rows.js';
import { endAccount } from './end-account.js';

/** Keeps no idempotency record, as log-in does not: the account's row says that it is deleted, and since when. */
@Controller()
export class DeleteAccount {
  constructor(
    private readonly orm: MikroORM,
    private readonly commands: Commands,
    private readonly accounts: AccountCommands,
    private readonly passwords: PasswordHasher,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns the id of AccountDeleted, none for a repeat
   * @throws DomainError `VALIDATION_FAILED` without a password, `UNAUTHENTICATED` for a wrong one
   */
  @RpcHandler(rpc.deleteAccount)
  async deleteAccount({ userId, password }: Sent<typeof rpc.deleteAccount>, context: RequestContext) {
    requireSelf(context, userId);
    if (password === '') throw invalid([{ field: 'password', message: TEXTS.noPassword }]);
    const credentials = await findOwnCredentials(readSessionOf(this.orm), userId);
    const isRight = await this.passwords.verify(password, credentials?.passwordHash, turnOfAccount(userId));
    if (!credentials || !isRight) throw refused('UNAUTHENTICATED', TEXTS.wrongPassword);
    if (credentials.eraseAt !== null) return { eraseAt: credentials.eraseAt, eventIds: [] };
    const now = this.clock();
    const eraseAt = new Date(now.getTime() + PRODUCT.erasureMs);
    const events = await this.delete(
      credentials,
      { now, eraseAt },
      commandContext(rpc.deleteAccount, context).metadata,
    );
    if (events.length > 0) {
      const eventIds = events.map((event) => event.eventId);
      await this.accounts.waitForReadModel(events);
      await Promise.all([
        awaitConsumer(this.rpc, consumers.assessments['end-assessments-on-account-deleted'], eventIds, context),
        awaitConsumer(this.rpc, consumers.photos['delete-on-account-deleted'], eventIds, context),
      ]);
      return { eraseAt: eraseAt.toISOString(), eventIds };
    }
    // Of two at once the other one has won, or the password was changed meanwhile.
    const after = await findOwnCredentials(readSessionOf(this.orm), userId);
    if (after?.eraseAt == null) throw refused('UNAUTHENTICATED', TEXTS.wrongPassword);
    return { eraseAt: after.eraseAt, eventIds: [] };
  }

  /** The account, its key, its sessions and the mail in one transaction: whatever follows elsewhere follows from its event. */
  private async delete(
    credentials: OwnCredentials,
    times: { now: Date; eraseAt: Date },
    metadata: EventMetadata,
  ): Promise<RecordedEvent[]> {
    const { userId } = credentials;
    const { events } = await this.commands.executeInTransaction({ metadata }, {}, async (unit) => {
      const { session } = unit;
      if (!(await markDeleted(session, credentials, times))) return;
      await addAccountDeletedMail(session, userId, metadata.correlationId);
      await endAccount(unit, userId, times);
    });
    return events;
  }
}
