import { photosRoutes as routes, UploadForm } from '@candid/contracts';
import { networkOf } from '@candid/platform';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { parse, refuseForeignIds } from '../auth/route.guard.js';
import { OBJECT_STORAGE } from '../config.js';
import { type Call, type Caller, inputOf } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { discardStaged, type StagedUpload, stageUpload } from '../photos/staged-upload.js';
import { SlowSenderError } from '../photos/upload-pace.js';
import { uploadPhotos } from '../photos/upload-photos.js';
import { UploadPlaces } from '../photos/upload-places.js';
import { Services } from '../services/services.js';

@Controller()
export class UploadPhotosController {
  constructor(
    private readonly services: Services,
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    private readonly places: UploadPlaces,
  ) {}

  @HttpRoute(routes.uploadPhotos)
  async uploadPhotos(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const { call } = request;
    if (!isOfCaller(call)) throw new Error('the upload has not passed the guards');
    const { raw } = request;
    const place = this.places.enter({
      userId: call.caller.userId,
      network: networkOf(request.ip),
      bytesRead: () => raw.socket.bytesRead,
      isAwaited: () => !raw.isPaused(),
    });
    try {
      const staged = await stageUpload(request, this.storage, place).catch((error: unknown) => {
        if (error instanceof SlowSenderError) reply.header('connection', 'close');
        throw error;
      });
      place.received();
      return await this.takeIn(staged, call, { request, reply });
    } finally {
      place.leave();
    }
  }

  /** A caller who goes away takes the staged bytes along: pictures that were not opened by then are not rendered. */
  private async takeIn(
    staged: StagedUpload,
    call: Call & { caller: Caller },
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ) {
    const discard = () => discardStaged(staged, this.storage);
    reply.raw.once('close', discard);
    try {
      refuseForeignIds(call.route, call.caller, { ...request, body: staged.fields });
      call.fingerprint = staged.fingerprint;
      const form = parse(UploadForm, staged.fields, 'body') as z.output<typeof UploadForm>;
      const { userId, context } = inputOf<typeof routes.uploadPhotos>(request);
      const photos = await uploadPhotos(this.services.callsFor(context), { userId, form, files: staged.files });
      return { success: true, photos };
    } finally {
      reply.raw.off('close', discard);
      await discard();
    }
  }
}

const isOfCaller = (call: Call | undefined): call is Call & { caller: Caller } => call?.caller !== undefined;
