import { type RequestContext, reportsRpc as rpc } from '@candid/contracts';
import { Commands, DomainError, type SqlSession, type TransactionalUnit, uuidOf } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { type BlocksChange, blocksStreamId, blocksStreams } from '../blocks/blocks.js';
import { BlocksQuery } from '../blocks/blocks.query.js';
import { OwnWrites } from '../kernel/own-writes.js';
import { accountDeleted, lockRemaining, Participants, requireRemaining } from '../participants/participants.rows.js';
import { releaseOpeningsOn } from '../slots/opened-streams.js';

const neverShown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such account.');

/** Locks both accounts in one statement, so that two people who block each other cannot deadlock. */
async function requireBothRemaining(session: SqlSession, userId: string, ownerId: string): Promise<void> {
  const remaining = await lockRemaining(session, [userId, ownerId]);
  if (!remaining.has(userId)) throw accountDeleted();
  if (!remaining.has(ownerId)) throw neverShown();
}

@Controller()
export class ChangeBlocks {
  constructor(
    private readonly participants: Participants,
    private readonly commands: Commands,
    private readonly blocks: BlocksQuery,
    private readonly ownWrites: OwnWrites,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Releases, in the same append, the slots that the assessor holds on the person.
   * @throws DomainError NOT_FOUND, CONFLICT
   */
  @RpcHandler(rpc.blockPerson)
  async block({ assessorId, ownerId }: Sent<typeof rpc.blockPerson>, context: RequestContext) {
    await this.participants.requireAssessor(assessorId);
    if (!(await this.blocks.wasShown(assessorId, ownerId))) throw neverShown();
    const serialBy = [`assessor ${assessorId}`, blocksStreamId(assessorId)];
    const block = async (unit: TransactionalUnit) => {
      unit.guardAppend((session) => requireBothRemaining(session, assessorId, ownerId));
      const at = this.clock().toISOString();
      await releaseOpeningsOn(unit, ownerId, { assessorId, at });
      const blocks = await unit.load(blocksStreams, assessorId);
      blocks.decide({ type: 'BlockPerson', userId: assessorId, ownerId, at });
      return {};
    };
    const command = commandContext(rpc.blockPerson, context);
    const { events } = await this.commands.executeInTransaction(command, { serialBy }, block);
    await this.ownWrites.shownToOpener(events);
    return {};
  }

  /** @throws DomainError NOT_FOUND if the assessor has not blocked the person */
  @RpcHandler(rpc.unblockPerson)
  async unblock({ assessorId, ownerId }: Sent<typeof rpc.unblockPerson>, context: RequestContext) {
    await this.change(rpc.unblockPerson, { type: 'UnblockPerson', userId: assessorId, ownerId }, context);
    return {};
  }

  /**
   * An assessor who already holds a slot may still submit.
   * @throws DomainError NOT_FOUND for a rating that is not the owner's, CONFLICT
   */
  @RpcHandler(rpc.hideFromAssessor)
  async hide({ userId, ratingId }: Sent<typeof rpc.hideFromAssessor>, context: RequestContext) {
    const rating = await this.blocks.ratingOf(userId, ratingId);
    if (!rating) throw new DomainError('NOT_FOUND', 'There is no such rating.');
    const hideId = uuidOf(`hide of ${userId} by ${ratingId}`);
    const hide = { type: 'HideFromAssessor', userId, hideId, ...rating } as const;
    await this.change(rpc.hideFromAssessor, hide, context, (session) => requireRemaining(session, userId));
    return { hideId };
  }

  /** @throws DomainError NOT_FOUND for a hide that does not belong to the owner */
  @RpcHandler(rpc.showToAssessor)
  async show({ userId, hideId }: Sent<typeof rpc.showToAssessor>, context: RequestContext) {
    await this.change(rpc.showToAssessor, { type: 'ShowToAssessor', userId, hideId }, context);
    return {};
  }

  @RpcHandler(rpc.listBlocks)
  async list({ userId }: Sent<typeof rpc.listBlocks>) {
    return this.blocks.of(userId);
  }

  private async change(
    message: Parameters<typeof commandContext>[0],
    change: BlocksChange,
    context: RequestContext,
    guard?: (session: SqlSession) => Promise<void>,
  ): Promise<void> {
    const { userId } = change;
    const command = commandContext(message, context);
    const { events } = await this.commands.execute(command, { serialBy: blocksStreamId(userId) }, async (unit) => {
      if (guard) unit.guardAppend(guard);
      (await unit.load(blocksStreams, userId)).decide({ ...change, at: this.clock().toISOString() });
      return {};
    });
    await this.ownWrites.shownInBlocks(events);
  }
}
