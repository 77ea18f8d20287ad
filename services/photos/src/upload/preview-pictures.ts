import type { UprightPicture } from '@candid/contracts';
import { Commands, DomainError } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import type { PreviewedPicture } from '../imaging/render-photo.js';
import { ownPhoto } from '../photo/domain/decide.js';
import { originalIsGone } from '../photo/domain/errors.js';
import { photoStreams } from '../photo/photo-decision.js';
import { isStagingKey } from '../storage/object-keys.js';
import { Originals } from '../storage/originals.js';
import { type StagedPicture, TakeInPictures } from './take-in-pictures.js';

interface Asked {
  userId: string;
  answerWithinMs: number;
}

/** Shows an owner the picture that a photo is or was cropped from, and stores nothing. */
@Injectable()
export class PreviewPictures {
  constructor(
    private readonly commands: Commands,
    private readonly pictures: TakeInPictures,
    private readonly originals: Originals,
  ) {}

  async ofStaged({ file, ...asked }: Asked & { file: StagedPicture }): Promise<UprightPicture> {
    if (!isStagingKey(file.stagingKey)) throw new DomainError('VALIDATION_FAILED', 'The picture was not staged.');
    return this.preview(file, asked);
  }

  async ofPhoto({ photoId, ...asked }: Asked & { photoId: string }): Promise<UprightPicture> {
    ownPhoto((await this.commands.load(photoStreams, photoId)).state, asked.userId);
    const original = await this.originals.find(asked.userId, photoId);
    if (!original) throw originalIsGone();
    return this.preview({ stagingKey: original.key, filename: '' }, asked);
  }

  private async preview(file: StagedPicture, { userId, answerWithinMs }: Asked): Promise<UprightPicture> {
    const caller = { personId: userId, signal: AbortSignal.timeout(answerWithinMs) };
    return answerOf(await this.pictures.preview(file, caller));
  }
}

const answerOf = ({ width, height, jpeg }: PreviewedPicture): UprightPicture => ({
  ...{ width, height },
  picture: `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`,
});
