import { type RequestContext, assessmentsRpc as rpc } from '@candid/contracts';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { Balances } from '../kernel/tokens-service.js';
import { AdjustAssessment } from './adjust-assessment.js';
import { OutlookQuery } from './outlook.query.js';
import { RatingContents } from './rating-contents.js';
import { StartedPhotosQuery } from './read-model.js';
import { SubmitRatings } from './submit-ratings.js';

const { adjustAssessment, getStartedPhotos, getAssessmentOutlook } = rpc;

@Controller()
class PhotoAssessmentMessages {
  constructor(
    private readonly adjusting: AdjustAssessment,
    private readonly balances: Balances,
    private readonly photoAssessments: StartedPhotosQuery,
    private readonly ownWrites: OwnWrites,
    private readonly outlook: OutlookQuery,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(adjustAssessment)
  async adjust(request: Sent<typeof adjustAssessment>, context: RequestContext) {
    const { userId } = request;
    const tokensBefore = await this.balances.before(userId, context);
    const { answer, events } = await this.adjusting.run(request, commandContext(adjustAssessment, context), context);
    const [remainingTokens] = await Promise.all([
      answer.remainingTokens ?? this.balances.afterRefund({ ...answer, userId, tokensBefore }, context),
      this.ownWrites.shown(events),
    ]);
    return { ...answer, remainingTokens };
  }

  @RpcHandler(getStartedPhotos)
  async photoAssessment({ userId, photoAssessmentId }: Sent<typeof getStartedPhotos>) {
    const photoIds = await this.photoAssessments.photoIdsOf(userId, photoAssessmentId);
    return { photoAssessmentId, photoIds } as Reply<typeof getStartedPhotos>;
  }

  @RpcHandler(getAssessmentOutlook)
  async assessmentOutlook({ userId, testLimit }: Sent<typeof getAssessmentOutlook>) {
    return this.outlook.of(userId, testLimit, this.clock());
  }
}

export const photoAssessment = {
  controllers: [PhotoAssessmentMessages],
  providers: [AdjustAssessment, OutlookQuery, RatingContents, StartedPhotosQuery, SubmitRatings],
};
