import { type RequestContext, assessmentsRpc as rpc } from '@candid/contracts';
import { commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { ProfileAssessmentsQuery } from '../profile-assessment/profile-assessments.query.js';
import { PhotoScoresQuery } from '../results/read-model.js';
import { EndAllAssessments } from './end-all-assessments.js';
import { EndAssessment } from './end-assessment.js';

const { endAllAssessments, calculateRefund } = rpc;

@Controller()
class EndingMessages {
  constructor(
    private readonly endingAll: EndAllAssessments,
    private readonly scores: PhotoScoresQuery,
    private readonly profiles: ProfileAssessmentsQuery,
    private readonly ownerPhotos: OwnerPhotos,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(endAllAssessments)
  async endAll({ userId }: Sent<typeof endAllAssessments>, context: RequestContext) {
    const { answer, events } = await this.endingAll.run(userId, commandContext(endAllAssessments, context));
    await this.ownWrites.shown(events);
    return answer as Reply<typeof endAllAssessments>;
  }

  @RpcHandler(calculateRefund)
  async refund({ userId, photoId }: Sent<typeof calculateRefund>) {
    if (photoId !== undefined) await this.ownerPhotos.requireOwn(userId, [photoId]);
    const ofPhotos = await this.scores.refundOf(userId, photoId);
    if (photoId !== undefined) return ofPhotos;
    const ofProfile = await this.profiles.refundTokensOf(userId);
    return { refundTokens: ofPhotos.refundTokens + ofProfile, isRunning: ofPhotos.isRunning || ofProfile > 0 };
  }
}

export const ending = {
  controllers: [EndingMessages],
  providers: [EndAssessment, EndAllAssessments],
};
