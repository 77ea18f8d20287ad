import { PRODUCT, type photosRpc } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { type Sent, TooManyWaitingError } from '@candid/platform';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORAGE } from '../kernel/object-storage.js';
import { type Caller, ImageProcessPool } from './image-process-pool.js';
import { ImageProcessFailedError, type ImageRefusal, ImageRefusedError } from './image-refused-error.js';
import type { PreviewedPicture, RenderedPhoto } from './render-photo.js';
import type { Picture } from './running-image-process.js';

export type StagedPicture = Omit<Sent<typeof photosRpc.uploadPhotos>['files'][number], 'photoId'>;

const MEGABYTE = 1024 * 1024;

const NOT_OF_FORMAT: ReadonlySet<ImageRefusal> = new Set(['shape', 'cropShape', 'cropArea']);

/** Each text follows the name of the file and completes the sentence. */
export const REFUSAL_REASONS: Readonly<Record<ImageRefusal, string>> = {
  type: 'is not a photo that can be read here. Please choose a JPEG, PNG, WebP, AVIF or HEIC file.',
  pixels: `has more than ${PRODUCT.uploadPixelsMax / 1_000_000} megapixels.`,
  shape: `is too long and narrow: one side may be at most ${PRODUCT.uploadSidesRatioMax} times the other.`,
  memory: 'needs too much memory to be read. Please make it smaller or save it as a JPEG.',
  parts: 'has more parts than can be read here. Please save it as a JPEG.',
  feature: 'is written in a way that cannot be read here. Please open it on your device and save it as a JPEG.',
  broken: 'is damaged and cannot be read to its end.',
  cropShape: 'is cropped to another shape than 4:5.',
  cropArea: 'is cropped beyond its edges.',
};

/** Reads staged bytes, which are not validated yet, and renders them. */
@Injectable()
export class TakeInPictures {
  constructor(
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    @Inject(ImageProcessPool) private readonly images: Pick<ImageProcessPool, 'render' | 'preview'>,
  ) {}

  /**
   * Returns all pictures in the given order, or throws the refusal of the first refused picture. Opens no further
   * picture after a refusal.
   * @throws DomainError UNSUPPORTED_MEDIA, VALIDATION_FAILED for the shape, PAYLOAD_TOO_LARGE, CONFLICT if the bytes
   * are gone, RATE_LIMITED if too many wait, UNAVAILABLE if the caller's signal is aborted or the image process has
   * failed; StorageFailedError
   */
  async renderAll(files: StagedPicture[], caller: Caller): Promise<RenderedPhoto[]> {
    let refused = false;
    const outcomes = await Promise.allSettled(
      files.map((file) => {
        const open = async () => {
          if (refused) throw new AbandonedError();
          return this.open(file);
        };
        return this.images.render(open, caller, file.crop).catch((error: unknown) => {
          refused = true;
          throw refusalOf(error, file);
        });
      }),
    );
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    const failure = failures.find((reason) => !(reason instanceof AbandonedError));
    if (failure) throw failure;
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /** Returns a small upright copy. @throws the errors of `renderAll` */
  async preview(file: StagedPicture, caller: Caller): Promise<PreviewedPicture> {
    try {
      return await this.images.preview(() => this.open(file), caller);
    } catch (error) {
      throw refusalOf(error, file);
    }
  }

  private async open(file: StagedPicture): Promise<Picture> {
    const object = await this.storage.get(file.stagingKey);
    if (!object) throw new DomainError('CONFLICT', 'The upload is no longer there. Please upload again.');
    const { size, stream } = object;
    if (size > 0 && size <= PRODUCT.uploadBytesMax) return object;
    stream.destroy();
    if (size === 0) throw mediaRefusal('UNSUPPORTED_MEDIA', file, REFUSAL_REASONS.type);
    throw mediaRefusal('PAYLOAD_TOO_LARGE', file, `is larger than ${PRODUCT.uploadBytesMax / MEGABYTE} MB.`);
  }
}

/** The picture was not opened, because another picture of the same upload was refused. */
class AbandonedError extends Error {}

function refusalOf(error: unknown, file: StagedPicture): unknown {
  if (error instanceof ImageRefusedError) {
    const code = NOT_OF_FORMAT.has(error.refusal) ? 'VALIDATION_FAILED' : 'UNSUPPORTED_MEDIA';
    return mediaRefusal(code, file, REFUSAL_REASONS[error.refusal]);
  }
  if (error instanceof TooManyWaitingError) {
    const message = 'Too many photos are being uploaded right now. Please try again in a moment.';
    return new DomainError('RATE_LIMITED', message, [{ field: 'retryAfterSeconds', message: '5' }]);
  }
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  if (isLate || error instanceof ImageProcessFailedError) {
    return new DomainError('UNAVAILABLE', 'The photos were not read in time.');
  }
  return error;
}

function mediaRefusal(code: string, { filename }: StagedPicture, reason: string): DomainError {
  const name = filename.replaceAll(/[\p{C}]/gu, '').slice(0, 120) || 'A photo';
  return new DomainError(code, `${name} ${reason}`, [{ field: name, message: reason }]);
}
