import { type RequestContext, reportsRpc } from '@candid/contracts';
import { commandContext, type Reply, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnWrites } from '../../own-writes.js';
import { Participants } from '../../participants/participants.rows.js';
import { BlocksQuery } from './blocks.query.js';
import { ChangeBlocks } from './change-blocks.js';

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
    requireSelf(context, assessorId);
    await this.participants.requireAssessor(assessorId);
    const { events } = await this.changing.block(assessorId, ownerId, commandContext(blockPerson, context));
    await this.ownWrites.shownToOpener(events);
    return {};
  }

  @RpcHandler(unblockPerson)
  async unblock({ assessorId, ownerId }: Sent<typeof unblockPerson>, context: RequestContext) {
    requireSelf(context, assessorId);
    const { events } = await this.changing.unblock(assessorId, ownerId, commandContext(unblockPerson, context));
    await this.ownWrites.shownInBlocks(events);
    return {};
  }

  @RpcHandler(hideFromAssessor)
  async hide({ userId, ratingId }: Sent<typeof hideFromAssessor>, context: RequestContext) {
    requireSelf(context, userId);
    const { answer, events } = await this.changing.hide(userId, ratingId, commandContext(hideFromAssessor, context));
    await this.ownWrites.shownInBlocks(events);
    return answer as Reply<typeof hideFromAssessor>;
  }

  @RpcHandler(showToAssessor)
  async show({ userId, hideId }: Sent<typeof showToAssessor>, context: RequestContext) {
    requireSelf(context, userId);
    const { events } = await this.changing.show(userId, hideId, commandContext(showToAssessor, context));
    await this.ownWrites.shownInBlocks(events);
    return {};
  }

  @RpcHandler(listBlocks)
  async list({ userId }: Sent<typeof listBlocks>, context: RequestContext) {
    requireSelf(context, userId);
    return (await this.blocks.of(userId)) as Reply<typeof listBlocks>;
  }
}
