/**
 * `type`: not an accepted format. `shape`: one side is too long for the other. `pixels`: too many pixels. `memory`:
 * decoding needs too much memory. `parts`: more parts than libheif reads. `feature`: an unsupported feature. `broken`:
 * cannot be decoded completely. `cropShape`: the crop is not 4:5. `cropArea`: the crop exceeds the picture.
 */
export type ImageRefusal =
  | 'type'
  | 'shape'
  | 'pixels'
  | 'memory'
  | 'parts'
  | 'feature'
  | 'broken'
  | 'cropShape'
  | 'cropArea';

/** The bytes are not an acceptable picture. */
export class ImageRefusedError extends Error {
  override readonly name = 'ImageRefusedError';
  readonly refusal: ImageRefusal;

  constructor(refusal: ImageRefusal, cause?: unknown) {
    super(`image refused: ${refusal}`, { cause });
    this.refusal = refusal;
  }
}

/** The image process ended or timed out, but not because of the picture. The caller can send the picture again. */
export class ImageProcessFailedError extends Error {
  override readonly name = 'ImageProcessFailedError';
}
