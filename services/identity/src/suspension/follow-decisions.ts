import { MODERATION, type UserId } from '@candid/contracts';
import { Commands, type EventMetadata, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { lockAccount } from '../account/account-commands.js';
import type { AccountCommand } from '../account/commands.js';
import { type Standing, standingOf } from '../account/suspension.js';
import { endSessionsOf } from '../sessions/sessions.rows.js';
import { lockCredentials, saveStanding } from './standing.rows.js';

export type SuspensionCommand = Extract<AccountCommand, { type: `RecordSuspension${string}` }>;

/** Applies decisions about an account, their undoing and their appeals in a subscriber's transaction. */
@Injectable()
export class FollowDecisions {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Ends the sessions in the transaction of the event. Waits for a log-in under way, and ends its session too. */
  async record(
    session: SqlSession,
    userId: UserId,
    command: SuspensionCommand,
    metadata: EventMetadata,
  ): Promise<void> {
    await lockCredentials(session, userId);
    const { answer: standing } = await this.commands.executeWithin(
      session,
      { metadata },
      async (unit): Promise<Standing | undefined> => {
        const account = await lockAccount(unit, userId);
        account.decide(command);
        return account.state.status === 'registered' ? standingOf(account.state.suspensions, MODERATION) : undefined;
      },
    );
    if (!standing) return;
    await saveStanding(session, userId, standing);
    const now = this.clock();
    const isSuspended = standing.isClosed || (standing.suspendedUntil ?? '') > now.toISOString();
    if (isSuspended) await endSessionsOf(session, userId, 'account-suspended', now);
  }
}
