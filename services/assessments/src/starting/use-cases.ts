import { consumers, type RequestContext, assessmentsRpc as rpc } from '@candid/contracts';
import { awaitConsumer, commandContext, type Reply, RpcClient, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import type { PhotoAssessmentStarted } from '../photo-assessment/events.js';
import { PhotoScoresQuery } from '../results/read-model.js';
import { ConfirmStart } from './confirm-start.js';
import { AbandonStart, OpenStart } from './open-start.js';

/**
 * A start takes two messages, with the uploads between them. If the process stops there, the repeated request resumes
 * the start. If no repeat comes, `UnusedHoldsProcessor` abandons the start and returns the tokens.
 */
@Controller()
export class StartPhotoAssessments {
  constructor(
    private readonly opening: OpenStart,
    private readonly confirming: ConfirmStart,
    private readonly abandoning: AbandonStart,
    private readonly scores: PhotoScoresQuery,
    private readonly ownWrites: OwnWrites,
    private readonly rpc: RpcClient,
  ) {}

  @RpcHandler(rpc.openStart)
  async open({ userId, photoCount: photos, settings }: Sent<typeof rpc.openStart>, context: RequestContext) {
    const command = commandContext(rpc.openStart, context);
    return (await this.opening.run({ userId, photos, settings }, command, context)) as Reply<typeof rpc.openStart>;
  }

  @RpcHandler(rpc.confirmStart)
  async confirm(request: Sent<typeof rpc.confirmStart>, context: RequestContext) {
    const command = commandContext(rpc.confirmStart, context);
    const started = await this.confirming.run(request, command);
    await this.ownWrites.shown([started]);
    const { assessments } = started.data as unknown as PhotoAssessmentStarted;
    const scores = await this.scores.byPhotoIds(assessments.map(({ photoId }) => photoId));
    return { scores, eventIds: [started.eventId] };
  }

  @RpcHandler(rpc.abandonStart)
  async abandon(request: Sent<typeof rpc.abandonStart>, context: RequestContext) {
    const command = commandContext(rpc.abandonStart, context);
    await this.abandoning.run({ ...request, reason: 'owner' }, command, context);
    return {};
  }

  @RpcHandler(rpc.startForPhotos)
  async startForPhotos(request: Sent<typeof rpc.startForPhotos>, context: RequestContext) {
    const { userId, photoIds: photos, settings } = request;
    const command = commandContext(rpc.startForPhotos, context);
    const start = { userId, photos, settings };
    const { photoAssessmentId, remainingTokens } = await this.opening.run(start, command, context);
    const started = await this.confirming.run({ userId, photoAssessmentId }, command);
    const eventIds = [started.eventId];
    await Promise.all([
      this.ownWrites.shown([started]),
      awaitConsumer(this.rpc, consumers.photos['place-on-photo-assessment-started'], eventIds, context),
      awaitConsumer(this.rpc, consumers.identity['flag-on-photo-assessment-started'], eventIds, context),
    ]);
    return { photoAssessmentId, remainingTokens } as Reply<typeof rpc.startForPhotos>;
  }
}
