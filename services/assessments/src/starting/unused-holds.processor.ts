import { Commands, DomainError, type SqlSession, type WorkItem } from '@candid/event-store';
import { CLOCK, type Clock, RemoteError } from '@candid/platform';
import { NotYetError, type Processor, type WorkTransaction } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { Holds } from '../kernel/tokens-service.js';
import { areStored, UNUSED_HOLDS_QUEUE, type WatchedHold } from '../kernel/unused-holds.js';
import { photoAssessmentStreams } from '../photo-assessment/decide.js';
import { AbandonStart } from './open-start.js';

/**
 * Releases an unused hold before it expires, because the client may not know the outcome of its request. If the start's
 * photos are stored, the processor waits until the start expires, because a repeat may still continue the start. A
 * later repeat opens another start. The work also waits while the tokens service is unavailable.
 */
@Injectable()
export class UnusedHoldsProcessor implements Processor {
  readonly queue = UNUSED_HOLDS_QUEUE;

  constructor(
    private readonly commands: Commands,
    private readonly abandonStart: AbandonStart,
    private readonly holds: Holds,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async handle({ id, payload }: WorkItem, { session }: WorkTransaction): Promise<void> {
    const hold = payload as WatchedHold;
    await this.waitForRepeat(hold, session);
    if (await this.isUsed(hold, id)) return;
    await this.holds.giveBack(hold.userId, hold.holdId, { requestId: id, roles: [] }).catch((error: unknown) => {
      if (!(error instanceof RemoteError)) throw error;
      throw new NotYetError('the tokens service does not answer', { cause: error });
    });
  }

  private async waitForRepeat(hold: WatchedHold, session: SqlSession): Promise<void> {
    if (!('uploads' in hold) || !hold.uploads) return;
    const { state } = await this.commands.load(photoAssessmentStreams, hold.photoAssessmentId, session);
    if (state.status !== 'opened' || state.start.expiresAt <= this.clock().toISOString()) return;
    if (!(await areStored(session, hold.uploads))) return;
    throw new NotYetError('the photos are stored, and a repeat may start them', {
      until: new Date(state.start.expiresAt),
    });
  }

  private async isUsed(hold: WatchedHold, requestId: string): Promise<boolean> {
    const metadata = { correlationId: requestId };
    if ('request' in hold) {
      return (await this.commands.firstAnswer({ metadata, idempotency: hold.request })) !== undefined;
    }
    const { userId, photoAssessmentId } = hold;
    const abandon = { userId, photoAssessmentId, reason: 'expired' } as const;
    try {
      await this.abandonStart.run(abandon, { metadata }, { requestId, roles: [] });
      return false;
    } catch (error) {
      if (error instanceof DomainError) return true;
      throw error;
    }
  }
}
