import {
  type CommandContext,
  Commands,
  DomainError,
  type Executed,
  type SqlSession,
  uuidOf,
} from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { blocksStreams } from '../../aggregates.js';
import { accountDeleted, lockRemaining, requireRemaining } from '../../participants/participants.rows.js';
import { releaseOpeningsOn } from '../../slots/release-openings.js';
import { BlocksQuery } from './blocks.query.js';
import { blocksStreamId } from './domain/events.js';

const neverShown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such account.');
const ratingUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such rating.');

/** Locks both accounts in one statement, so that two people who block each other wait for no lock in a circle. */
async function requireBothRemaining(session: SqlSession, userId: string, ownerId: string): Promise<void> {
  const remaining = await lockRemaining(session, [userId, ownerId]);
  if (!remaining.has(userId)) throw accountDeleted();
  if (!remaining.has(ownerId)) throw neverShown();
}

/** Blocks and unblocks people, hides owners from assessors and shows them again. Commands are idempotent. */
@Injectable()
export class ChangeBlocks {
  constructor(
    private readonly commands: Commands,
    private readonly blocks: BlocksQuery,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Releases, in the same append, the slots that the assessor holds on the person.
   * @throws DomainError NOT_FOUND, CONFLICT
   */
  async block(userId: string, ownerId: string, context: CommandContext): Promise<Executed<unknown>> {
    if (!(await this.blocks.wasShown(userId, ownerId))) throw neverShown();
    const serialBy = [`assessor ${userId}`, blocksStreamId(userId)];
    return this.commands.executeInTransaction(context, { serialBy }, async (unit) => {
      unit.guardAppend((session) => requireBothRemaining(session, userId, ownerId));
      const at = this.clock().toISOString();
      await releaseOpeningsOn(unit, ownerId, { assessorId: userId, at });
      (await unit.load(blocksStreams, userId)).decide({ type: 'BlockPerson', userId, ownerId, at });
      return {};
    });
  }

  /** @throws DomainError NOT_FOUND for a person whom the assessor has not blocked */
  unblock(userId: string, ownerId: string, context: CommandContext): Promise<Executed<unknown>> {
    return this.commands.execute(context, { serialBy: blocksStreamId(userId) }, async (unit) => {
      const at = this.clock().toISOString();
      (await unit.load(blocksStreams, userId)).decide({ type: 'UnblockPerson', userId, ownerId, at });
      return {};
    });
  }

  /**
   * Each rating has a hide of its own, so that two hides never reveal that one assessor gave both ratings. An assessor
   * who already holds a slot may still submit.
   * @throws DomainError NOT_FOUND for a rating that is not the owner's, CONFLICT
   */
  async hide(userId: string, ratingId: string, context: CommandContext): Promise<Executed<{ hideId: string }>> {
    const rating = await this.blocks.ratingOf(userId, ratingId);
    if (!rating) throw ratingUnknown();
    const hideId = uuidOf(`hide of ${userId} by ${ratingId}`);
    return this.commands.execute(context, { serialBy: blocksStreamId(userId) }, async (unit) => {
      unit.guardAppend((session) => requireRemaining(session, userId));
      const at = this.clock().toISOString();
      const blocks = await unit.load(blocksStreams, userId);
      blocks.decide({ type: 'HideFromAssessor', userId, hideId, ...rating, at });
      return { hideId };
    });
  }

  /** @throws DomainError NOT_FOUND for a hide that does not belong to the owner */
  show(userId: string, hideId: string, context: CommandContext): Promise<Executed<unknown>> {
    return this.commands.execute(context, { serialBy: blocksStreamId(userId) }, async (unit) => {
      const at = this.clock().toISOString();
      (await unit.load(blocksStreams, userId)).decide({ type: 'ShowToAssessor', userId, hideId, at });
      return {};
    });
  }
}
