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
import { UsedKeys } from '../idempotency/used-keys.js';
import { discardStaged, type StagedUpload, stageUpload } from '../photos/staged-upload.js';
import { SlowSenderError } from '../photos/upload-pace.js';
import { uploadPhotos, uploadTimeoutMs } from '../photos/upload-photos.js';
import { UploadPlaces } from '../photos/upload-places.js';
import { ask, Services } from '../services/services.js';

@Controller()
export class UploadPhotosController {
  constructor(
    private readonly services: Services,
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    private readonly places: UploadPlaces,
    private readonly usedKeys: UsedKeys,
  ) {}

  @HttpRoute(routes.uploadPhotos)
  uploadPhotos(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.receive({ request, reply, filesMax: routes.uploadPhotos.filesMax }, async (staged, call) => {
      refuseForeignIds(call.route, call.caller, { ...request, body: staged.fields });
      const form = parse(UploadForm, staged.fields, 'body') as z.output<typeof UploadForm>;
      const { userId, context } = inputOf<typeof routes.uploadPhotos>(request);
      const photos = await uploadPhotos(this.services.callsFor(context), { userId, form, files: staged.files });
      return { success: true, photos };
    });
  }

  @HttpRoute(routes.previewPicture)
  previewPicture(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.receive({ request, reply, filesMax: routes.previewPicture.filesMax }, async ({ files: [file] }) => {
      await this.usedKeys.refuseReuse(request);
      const { userId, context } = inputOf<typeof routes.previewPicture>(request);
      const timeoutMs = uploadTimeoutMs(1);
      const asked = { userId, file: file!, answerWithinMs: timeoutMs };
      const picture = await this.services.callsFor(context)(ask.photos.previewPicture, asked, { timeoutMs });
      return { success: true, ...picture };
    });
  }

  private async receive<Answer>(
    { request, reply, filesMax }: { request: FastifyRequest; reply: FastifyReply; filesMax: number },
    answer: (staged: StagedUpload, call: Call & { caller: Caller }) => Promise<Answer>,
  ): Promise<Answer> {
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
      const { signal } = place;
      const staged = await stageUpload(request, this.storage, { signal, filesMax }).catch((error: unknown) => {
        if (error instanceof SlowSenderError) reply.header('connection', 'close');
        throw error;
      });
      place.received();
      call.fingerprint = staged.fingerprint;
      return await this.untilHangUp(staged, reply, () => answer(staged, call));
    } finally {
      place.leave();
    }
  }

  /** A caller who goes away takes the staged bytes along: pictures that were not opened by then are not read. */
  private async untilHangUp<Answer>(staged: StagedUpload, reply: FastifyReply, answer: () => Promise<Answer>) {
    const discard = () => discardStaged(staged, this.storage);
    reply.raw.once('close', discard);
    try {
      return await answer();
    } finally {
      reply.raw.off('close', discard);
      await discard();
    }
  }
}

const isOfCaller = (call: Call | undefined): call is Call & { caller: Caller } => call?.caller !== undefined;
