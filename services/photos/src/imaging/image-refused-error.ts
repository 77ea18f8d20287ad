/**
 * `type`: not a format that is taken. `shape`: one side is too long for the other. `pixels`: too many of them.
 * `memory`: decoding would take too much. `broken`: cannot be decoded to its end. `cropShape`: the crop is not 4:5.
 * `cropArea`: the crop reaches beyond the picture.
 */
export type ImageRefusal = 'type' | 'shape' | 'pixels' | 'memory' | 'broken' | 'cropShape' | 'cropArea';

/** The bytes are not a picture that can be taken in. */
export class ImageRefusedError extends Error {
  override readonly name = 'ImageRefusedError';
  readonly refusal: ImageRefusal;

  constructor(refusal: ImageRefusal, cause?: unknown) {
    super(`image refused: ${refusal}`, { cause });
    this.refusal = refusal;
  }
}

/** The process that was to read the picture ended or took too long, and not because of the picture: it can be sent again. */
export class ImageProcessFailedError extends Error {
  override readonly name = 'ImageProcessFailedError';
}
