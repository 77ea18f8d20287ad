import {
  consumers,
  type PhotoCrop,
  type PhotoId,
  photosRpc,
  type RequestContext,
  type UserId,
} from '@candid/contracts';
import { type CommandContext, DomainError } from '@candid/event-store';
import { awaitConsumer, commandContext, RpcClient } from '@candid/platform';
import { Injectable } from '@nestjs/common';
import { Assessments } from '../assessments/assessments.js';
import { photoIsAssessed } from '../photo/domain/errors.js';
import type { PhotoView } from '../photo/domain/view.js';
import { type ReplaceAnswer, ReplacePhoto } from './replace-photo.js';

interface Request {
  userId: UserId;
  photoId: PhotoId;
  crop: PhotoCrop;
  answerWithinMs: number;
}

/**
 * Asks whether anything runs for the photo, then replaces it by another crop. Only the last step changes anything. A repeat of
 * the request under its key gets the first answer, or does all of it again.
 */
@Injectable()
export class CropAgain {
  constructor(
    private readonly assessments: Assessments,
    private readonly replacing: ReplacePhoto,
    private readonly rpc: RpcClient,
  ) {}

  async run(request: Request, context: RequestContext): Promise<PhotoView> {
    const command = commandContext(photosRpc.cropAgain, context);
    const first = await this.replacing.firstAnswer(command);
    const { photo, uploadedIds, deletedIds } =
      first ??
      (await this.replace(request, command, context).catch(async (error: unknown) => {
        // The twin of this request may have replaced the photo meanwhile.
        const twin = error instanceof DomainError ? await this.replacing.firstAnswer(command) : undefined;
        if (!twin) throw error;
        return twin;
      }));
    await Promise.all([
      awaitConsumer(this.rpc, consumers.assessments['record-owner-on-photo-uploaded'], uploadedIds, context),
      awaitConsumer(this.rpc, consumers.assessments['forget-photo-on-photo-deleted'], deletedIds, context),
    ]);
    return photo;
  }

  private async replace(request: Request, command: CommandContext, context: RequestContext): Promise<ReplaceAnswer> {
    const { userId, photoId, crop, answerWithinMs } = request;
    const old = { userId, photoId };
    await this.replacing.requireReplaceable(old);
    // A start that has not reached the photo yet.
    if (await this.assessments.isAssessed(old, context)) throw photoIsAssessed();
    const photo = await this.replacing.cut(old, crop, answerWithinMs);
    // Nothing runs: this tells whether somebody has seen the photo and can still report it.
    const { isReportable = false } = await this.assessments.end({ ...old, removing: true }, context);
    return this.replacing.run({ ...old, isReportable }, photo, command);
  }
}
