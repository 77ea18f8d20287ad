import { assessmentsRpc, type RequestContext } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { AbandonStart } from '../application/abandon-start.js';
import { commandContext } from '../application/command-context.js';
import { ConfirmStart } from '../application/confirm-start.js';
import { OpenStart } from '../application/open-start.js';
import { OwnWrites } from '../application/own-writes.js';
import { StartForPhoto } from '../application/start-for-photo.js';
import { PhotoAssessmentsQuery } from '../projections/scores/photo-assessments.query.js';
import { OwnerPhotos } from '../records/owner-photos.js';
import { requireCaller } from './caller.js';

const { openStart, confirmStart, abandonStart, startForPhoto } = assessmentsRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

@Controller()
export class StartsController {
  constructor(
    @Inject(OpenStart) private readonly opening: OpenStart,
    @Inject(ConfirmStart) private readonly confirming: ConfirmStart,
    @Inject(AbandonStart) private readonly abandoning: AbandonStart,
    @Inject(StartForPhoto) private readonly startingForPhoto: StartForPhoto,
    @Inject(OwnerPhotos) private readonly ownerPhotos: OwnerPhotos,
    @Inject(PhotoAssessmentsQuery) private readonly assessments: PhotoAssessmentsQuery,
    @Inject(OwnWrites) private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(openStart)
  async open(request: Request<typeof openStart>, context: RequestContext): Reply<typeof openStart> {
    requireCaller(context, request.userId);
    const opened = await this.opening.run(request, commandContext(openStart, context), context);
    return opened as unknown as z.input<typeof openStart.reply>;
  }

  @RpcHandler(confirmStart)
  async confirm(request: Request<typeof confirmStart>, context: RequestContext): Reply<typeof confirmStart> {
    requireCaller(context, request.userId);
    const { photoIds, eventIds, events } = await this.confirming.run(request, commandContext(confirmStart, context));
    await this.ownWrites.shown(events);
    return { assessments: await this.assessments.byPhotoIds(photoIds), eventIds };
  }

  @RpcHandler(abandonStart)
  async abandon(request: Request<typeof abandonStart>, context: RequestContext): Reply<typeof abandonStart> {
    requireCaller(context, request.userId);
    const command = commandContext(abandonStart, context);
    await this.abandoning.run({ ...request, reason: 'owner' }, command, context);
    return {};
  }

  @RpcHandler(startForPhoto)
  async startForPhoto(request: Request<typeof startForPhoto>, context: RequestContext): Reply<typeof startForPhoto> {
    const { userId, photoId } = request;
    requireCaller(context, userId);
    await this.ownerPhotos.requireOwn(userId, photoId);
    const command = commandContext(startForPhoto, context);
    const { events, ...answer } = await this.startingForPhoto.run(request, command, context);
    await this.ownWrites.shown(events);
    return answer as z.input<typeof startForPhoto.reply>;
  }
}
