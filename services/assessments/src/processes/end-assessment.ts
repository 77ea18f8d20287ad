import { type RequestContext, assessmentsRpc as rpc } from '@candid/contracts';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { EndAssessment } from '../ending/end-assessment.js';
import { OwnWrites } from '../kernel/own-writes.js';
import { SeenPhotosQuery } from '../moderation/seen-photos.query.js';

/** Ends the assessment of one photo for its owner. Answers whether a removed photo can still be reported. */
@Controller()
export class EndAssessmentForOwner {
  constructor(
    private readonly ending: EndAssessment,
    private readonly ownWrites: OwnWrites,
    private readonly seenPhotos: SeenPhotosQuery,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.endAssessment)
  async end(request: Sent<typeof rpc.endAssessment>, context: RequestContext) {
    const { userId, photoId, removing: isRemoved = false, leavesPlanner = false } = request;
    const command = commandContext(rpc.endAssessment, context);
    const isReportable = isRemoved && (await this.seenPhotos.isReportable(userId, photoId, this.clock()));
    const { answer, events } = await this.ending.run({ userId, photoId, isRemoved, leavesPlanner }, command);
    await this.ownWrites.shown(events);
    return { ...answer, isReportable } as Reply<typeof rpc.endAssessment>;
  }
}
