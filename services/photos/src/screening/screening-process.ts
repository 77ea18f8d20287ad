import type { FoundFace } from '@candid/contracts';
import { sharp } from '../imaging/sharp.js';
import { type FaceModel, proposeCrop, searchFaces } from './face-search.js';
import { HEIGHT, type Likeness, likenessOf, WIDTH } from './likeness.js';
import type { NudityModel } from './models.js';

export interface ScreeningRequest {
  picture: Uint8Array;
  likeness: boolean;
  nudity: boolean;
  faces: boolean;
}

/** Result of a screening. A field is null if it was not requested. */
export interface Screening extends FoundFace {
  likeness: Likeness | null;
  nudity: number | null;
}

export type FromScreeningProcess = { kind: 'screened'; screening: Screening } | { kind: 'failed'; reason: string };

/** Limit of decoded pixels, equal to `PRODUCT.uploadPixelsMax`. Importing the contracts would make this process larger. */
const PIXELS_MAX = 50_000_000;
/** Longest side that the models read, in pixels. Renditions are smaller; a larger JPEG is shrunk while decoding. */
const SIDE_MAX = 2_000;

/** This process has no settings, connections or secrets. It loads models on first use, and frees memory only when it ends. */
let nudityModel: Promise<NudityModel> | undefined;
let faceModel: Promise<FaceModel> | undefined;

process.on('message', (request: ScreeningRequest) => {
  const send = (answer: FromScreeningProcess): void => void process.send?.(answer);
  screen(request).then(
    (screening) => send({ kind: 'screened', screening }),
    (error: unknown) => send({ kind: 'failed', reason: String(error).slice(0, 200) }),
  );
});
process.on('disconnect', () => process.exit(0));

async function screen({ picture, likeness, nudity, faces }: ScreeningRequest): Promise<Screening> {
  // Decodes the picture once. The models then read a copy without metadata.
  const decoded = await sharp(picture, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 95 })
    .toBuffer();
  const found = faces ? await findFaces(decoded) : { faces: null, crop: null };
  return {
    likeness: likeness ? likenessOf(await greyOf(decoded)) : null,
    nudity: nudity ? await nudityOf(decoded) : null,
    ...found,
  };
}

async function greyOf(picture: Uint8Array): Promise<Float32Array> {
  const pixels = await sharp(picture).greyscale().resize(WIDTH, HEIGHT, { fit: 'fill' }).raw().toBuffer();
  return Float32Array.from(pixels);
}

async function nudityOf(picture: Uint8Array): Promise<number> {
  nudityModel ??= import('./models.js').then(({ loadNudityModel }) => loadNudityModel());
  return (await nudityModel)(picture);
}

async function findFaces(picture: Uint8Array): Promise<FoundFace> {
  faceModel ??= import('./models.js').then(({ loadFaceModel }) => loadFaceModel());
  const { boxes, ...size } = await searchFaces(await faceModel, picture);
  return { faces: boxes.length, crop: boxes.length === 1 ? proposeCrop(size, boxes[0]!) : null };
}
