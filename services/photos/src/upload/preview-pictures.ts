import { photosRpc as rpc, type UprightPicture } from '@candid/contracts';
import { Commands, DomainError } from '@candid/event-store';
import { RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { type StagedPicture, TakeInPictures } from '../imaging/take-in-pictures.js';
import { photoStreams } from '../photo/change-photo.js';
import { originalIsGone } from '../photo/commands.js';
import { ownPhoto } from '../photo/decide.js';
import { isStagingKey } from '../pictures/object-keys.js';
import { Originals } from '../pictures/stored-pictures.js';

/** Shows an owner the picture that a photo is or was cropped from, and stores nothing. */
@Controller()
export class PreviewPictures {
  constructor(
    private readonly commands: Commands,
    private readonly pictures: TakeInPictures,
    private readonly originals: Originals,
  ) {}

  @RpcHandler(rpc.previewPicture)
  async previewPicture({ userId, file, answerWithinMs }: Sent<typeof rpc.previewPicture>) {
    if (!isStagingKey(file.stagingKey)) throw new DomainError('VALIDATION_FAILED', 'The picture was not staged.');
    return this.preview(file, userId, answerWithinMs);
  }

  @RpcHandler(rpc.getOriginal)
  async getOriginal({ userId, photoId, answerWithinMs }: Sent<typeof rpc.getOriginal>) {
    ownPhoto((await this.commands.load(photoStreams, photoId)).state, userId);
    const original = await this.originals.find(userId, photoId);
    if (!original) throw originalIsGone();
    return this.preview({ stagingKey: original.key, filename: '' }, userId, answerWithinMs);
  }

  private async preview(file: StagedPicture, personId: string, answerWithinMs: number): Promise<UprightPicture> {
    const caller = { personId, signal: AbortSignal.timeout(answerWithinMs) };
    const { width, height, jpeg } = await this.pictures.preview(file, caller);
    return { width, height, picture: `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}` };
  }
}
