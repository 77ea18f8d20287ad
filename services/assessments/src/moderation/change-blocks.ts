import { type RequestContext, reportsRpc } from '@candid/contracts';
import {
  type CommandContext,
  Commands,
  DomainError,
  type Executed,
  type SqlSession,
  uuidOf,
} from '@candid/event-store';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { blocksStreamId, blocksStreams } from '../blocks/blocks.js';
import { BlocksQuery } from '../blocks/blocks.query.js';
import { OwnWrites } from '../kernel/own-writes.js';
import { accountDeleted, lockRemaining, Participants, requireRemaining } from '../participants/participants.rows.js';
import { releaseOpeningsOn } from '../slots/opened-streams.js';

const neverShown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such account.');
const ratingUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such rating.');

/** Locks both accounts in one statement, so that two people who block each other cannot deadlock. */
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

  /** @throws DomainError NOT_FOUND if the assessor has not blocked the person */
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

const { blockPerson, unblockPerson, hideFromAssessor, showToAssessor, listBlocks } = reportsRpc;

/** Handles assessors' blocks and owners' hides. */
@Controller()
export class BlocksController {
  constructor(
    private readonly changing: ChangeBlocks,
    private readonly blocks: BlocksQuery,
    private readonly participants: Participants,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(blockPerson)
  async block({ assessorId, ownerId }: Sent<typeof blockPerson>, context: RequestContext) {
    await this.participants.requireAssessor(assessorId);
    const { events } = await this.changing.block(assessorId, ownerId, commandContext(blockPerson, context));
    await this.ownWrites.shownToOpener(events);
    return {};
  }

  @RpcHandler(unblockPerson)
  async unblock({ assessorId, ownerId }: Sent<typeof unblockPerson>, context: RequestContext) {
    const { events } = await this.changing.unblock(assessorId, ownerId, commandContext(unblockPerson, context));
    await this.ownWrites.shownInBlocks(events);
    return {};
  }

  @RpcHandler(hideFromAssessor)
  async hide({ userId, ratingId }: Sent<typeof hideFromAssessor>, context: RequestContext) {
    const { answer, events } = await this.changing.hide(userId, ratingId, commandContext(hideFromAssessor, context));
    await this.ownWrites.shownInBlocks(events);
    return answer as Reply<typeof hideFromAssessor>;
  }

  @RpcHandler(showToAssessor)
  async show({ userId, hideId }: Sent<typeof showToAssessor>, context: RequestContext) {
    const { events } = await this.changing.show(userId, hideId, commandContext(showToAssessor, context));
    await this.ownWrites.shownInBlocks(events);
    return {};
  }

  @RpcHandler(listBlocks)
  async list({ userId }: Sent<typeof listBlocks>) {
    return (await this.blocks.of(userId)) as Reply<typeof listBlocks>;
  }
}
