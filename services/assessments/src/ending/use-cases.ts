import { type RequestContext, assessmentsRpc as rpc } from '@candid/contracts';
import { Commands, type Identified, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { ownerStreams } from '../owner/decide.js';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { photoAssessmentStreams } from '../photo-assessment/decide.js';
import type { PhotoAssessmentEvent } from '../photo-assessment/events.js';
import type { PhotoAssessmentState } from '../photo-assessment/photo-assessment.js';
import { endRunningProfile } from '../profile-assessment/end-profile-assessment.js';
import type { ProfileEvent } from '../profile-assessment/profile-assessment.js';
import { ProfileAssessmentsQuery } from '../profile-assessment/profile-assessments.query.js';
import { PhotoScoresQuery } from '../results/read-model.js';
import { answerOf, endPhoto } from './end-assessment.js';

/** Ends all running assessments of an owner in one append. Changes nothing before the first profile is made. */
@Controller()
export class EndAllAssessments {
  constructor(
    private readonly commands: Commands,
    private readonly ownWrites: OwnWrites,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.endAllAssessments)
  async endAll({ userId }: Sent<typeof rpc.endAllAssessments>, context: RequestContext) {
    const command = commandContext(rpc.endAllAssessments, context);
    const end = (unit: UnitOfWork) => this.end(userId, unit);
    const { answer, events } = await this.commands.execute(command, { serialBy: `ends of ${userId}` }, end);
    await this.ownWrites.shown(events);
    return answer as Reply<typeof rpc.endAllAssessments>;
  }

  private async end(userId: string, unit: UnitOfWork) {
    const at = this.clock().toISOString();
    const ended: Identified<PhotoAssessmentEvent | ProfileEvent>[] = [];
    const owner = await unit.load(ownerStreams, userId);
    if (!owner.state.hasMadeFirstProfile) return answerOf(ended);
    const places = Object.values(owner.state.pool);
    for (const photoAssessmentId of new Set(places.map((place) => place.photoAssessmentId))) {
      const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
      for (const photoId of runningPhotosOf(photoAssessment.state)) {
        ended.push(...endPhoto({ userId, photoId, isRemoved: false }, photoAssessment, owner, at));
      }
    }
    ended.push(...(await endRunningProfile(unit, owner, { reason: 'planner-emptied', at })));
    return answerOf(ended);
  }
}

const runningPhotosOf = (photoAssessment: PhotoAssessmentState): string[] =>
  photoAssessment.status === 'started'
    ? photoAssessment.assessments.filter(({ status }) => status === 'running').map(({ photoId }) => photoId)
    : [];

/** Returns the refund that the owner would get for ending one photo's assessment, or all assessments, now. */
@Controller()
export class CalculateRefund {
  constructor(
    private readonly ownerPhotos: OwnerPhotos,
    private readonly scores: PhotoScoresQuery,
    private readonly profiles: ProfileAssessmentsQuery,
  ) {}

  @RpcHandler(rpc.calculateRefund)
  async refund({ userId, photoId }: Sent<typeof rpc.calculateRefund>) {
    if (photoId !== undefined) await this.ownerPhotos.requireOwn(userId, [photoId]);
    const ofPhotos = await this.scores.refundOf(userId, photoId);
    if (photoId !== undefined) return ofPhotos;
    const ofProfile = await this.profiles.refundTokensOf(userId);
    return { refundTokens: ofPhotos.refundTokens + ofProfile, isRunning: ofPhotos.isRunning || ofProfile > 0 };
  }
}
