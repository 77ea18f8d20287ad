import { consumers, type RequestContext, assessmentsRpc as rpc } from '@candid/contracts';
import { awaitConsumer, commandContext, type Reply, RpcClient, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { PhotoScoresQuery } from '../results/read-model.js';
import { ConfirmStart, StartForPhotos } from './confirm-start.js';
import { AbandonStart, OpenStart } from './open-start.js';

const { openStart, confirmStart, abandonStart, startForPhotos } = rpc;

@Controller()
class StartMessages {
  constructor(
    private readonly opening: OpenStart,
    private readonly confirming: ConfirmStart,
    private readonly abandoning: AbandonStart,
    private readonly startingForPhotos: StartForPhotos,
    private readonly scores: PhotoScoresQuery,
    private readonly ownWrites: OwnWrites,
    private readonly rpc: RpcClient,
  ) {}

  @RpcHandler(openStart)
  async open(request: Sent<typeof openStart>, context: RequestContext) {
    const { userId, photoCount: photos, settings } = request;
    const command = commandContext(openStart, context);
    const opened = await this.opening.run({ userId, photos, settings }, command, context);
    return opened as unknown as Reply<typeof openStart>;
  }

  @RpcHandler(confirmStart)
  async confirm(request: Sent<typeof confirmStart>, context: RequestContext) {
    const { photoIds, eventIds, events } = await this.confirming.run(request, commandContext(confirmStart, context));
    await this.ownWrites.shown(events);
    return { scores: await this.scores.byPhotoIds(photoIds), eventIds };
  }

  @RpcHandler(abandonStart)
  async abandon(request: Sent<typeof abandonStart>, context: RequestContext) {
    const command = commandContext(abandonStart, context);
    await this.abandoning.run({ ...request, reason: 'owner' }, command, context);
    return {};
  }

  @RpcHandler(startForPhotos)
  async startForPhotos(request: Sent<typeof startForPhotos>, context: RequestContext) {
    const command = commandContext(startForPhotos, context);
    const { events, eventIds, ...answer } = await this.startingForPhotos.run(request, command, context);
    await Promise.all([
      this.ownWrites.shown(events),
      awaitConsumer(this.rpc, consumers.photos['place-on-photo-assessment-started'], eventIds, context),
      awaitConsumer(this.rpc, consumers.identity['flag-on-photo-assessment-started'], eventIds, context),
    ]);
    return answer as Reply<typeof startForPhotos>;
  }
}

export const starting = {
  controllers: [StartMessages],
  providers: [OpenStart, ConfirmStart, AbandonStart, StartForPhotos],
};
