import { PRODUCT, type UserId } from '@candid/contracts';
import type { RecordedEvent } from '@candid/event-store';
import { inTransaction, readSessionOf, repeatConflicts } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { destroyKey, findOwnCredentials, markDeleted, type OwnCredentials } from '../records/deletions.js';
import { endSessionsOf } from '../records/sessions.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { AccountCommands } from './account-commands.js';
import { CLOCK, type Clock } from './clock.js';
import { addAccountDeletedMail } from './mail-work.js';
import { invalid, refused, TEXTS } from './refusals.js';
import { metadataOf, type Request } from './request-identity.js';

export interface Deletion {
  eraseAt: string;
  /** Of AccountDeleted; empty for a repeat. */
  eventIds: string[];
}

/** Keeps no idempotency record, as log-in: the account's own row knows that it is going and since when. */
@Injectable()
export class DeleteAccount {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(AccountCommands) private readonly accounts: AccountCommands,
    @Inject(PasswordHasher) private readonly passwords: PasswordHasher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError `VALIDATION_FAILED` without a password, `UNAUTHENTICATED` for a wrong one */
  async execute(userId: UserId, password: string, { context }: Request): Promise<Deletion> {
    if (password === '') throw invalid([{ field: 'password', message: TEXTS.noPassword }]);
    const credentials = await findOwnCredentials(readSessionOf(this.orm), userId);
    const isRight = await this.passwords.verify(password, credentials?.passwordHash);
    if (!credentials || !isRight) throw refused('UNAUTHENTICATED', TEXTS.wrongPassword);
    if (credentials.eraseAt !== null) return { eraseAt: credentials.eraseAt, eventIds: [] };
    const now = this.clock();
    const eraseAt = new Date(now.getTime() + PRODUCT.erasureMs);
    const events = await this.delete(credentials, { now, eraseAt }, metadataOf(context));
    if (events) {
      await this.accounts.settle(events);
      return { eraseAt: eraseAt.toISOString(), eventIds: events.map((event) => event.eventId) };
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
    metadata: ReturnType<typeof metadataOf>,
  ): Promise<RecordedEvent[] | undefined> {
    const { userId } = credentials;
    const at = times.now.toISOString();
    const command = { type: 'DeleteAccount', at, eraseAt: times.eraseAt.toISOString() } as const;
    const events = await repeatConflicts(() =>
      inTransaction(this.orm, async ({ session }) => {
        if (!(await markDeleted(session, credentials, times))) return undefined;
        await destroyKey(session, userId);
        await endSessionsOf(session, userId, 'account-deleted', times.now);
        await addAccountDeletedMail(session, userId, metadata.correlationId);
        return (await this.accounts.runWithin(session, userId, command, metadata)).events;
      }),
    );
    this.accounts.announceCommit();
    return events;
  }
}
