import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import { sharp } from '../imaging/sharp.js';
import { FACE_SIDE, type FaceBox, faceBoxes } from './face-boxes.js';
import { resolve, startTensors, tf } from './tensors.js';

export type FaceModel = (picture: Uint8Array) => Promise<{ width: number; height: number; boxes: FaceBox[] }>;

/**
 * Loads BlazeFace. Only the model files of the library are used.
 * @returns a detector whose boxes are in fractions of the upright picture
 */
export async function loadFaceModel(): Promise<FaceModel> {
  await startTensors();
  const folder = join(resolve('@vladmandic/human'), '../../models');
  const file = JSON.parse(await readFile(join(folder, 'blazeface.json'), 'utf8'));
  const weights = Uint8Array.from(await readFile(join(folder, 'blazeface.bin')));
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology: file.modelTopology,
      weightSpecs: file.weightsManifest.flatMap((group: { weights: never[] }) => group.weights),
      weightData: weights.buffer,
    }),
  });
  return async (picture) => {
    const { width, height } = (await sharp(picture).metadata()).autoOrient;
    const pixels = await sharp(picture)
      .autoOrient()
      .resize(FACE_SIDE, FACE_SIDE, { fit: 'contain', background: '#000000' })
      .flatten()
      .toColourspace('srgb')
      .raw()
      .toBuffer();
    const input = tf.tensor4d(
      Float32Array.from(pixels, (value) => value / 127.5 - 1),
      [1, FACE_SIDE, FACE_SIDE, 3],
    );
    const outputs = (model.execute(input) as tf.Tensor[]).sort((one, other) => one.size - other.size);
    const [coarseScores, fineScores, coarseBoxes, fineBoxes] = await Promise.all(
      outputs.map((output) => output.data()),
    );
    tf.dispose([input, ...outputs]);
    const boxes = faceBoxes(joined(fineScores, coarseScores), joined(fineBoxes, coarseBoxes));
    return { width, height, boxes: boxes.map((box) => withoutBorders(box, width, height)) };
  };
}

const joined = (...parts: unknown[]): Float32Array =>
  Float32Array.from((parts as Float32Array[]).flatMap((part) => [...part]));

/** Converts fractions of the model's square, which has the picture in its middle, to fractions of the picture. */
function withoutBorders(box: FaceBox, width: number, height: number): FaceBox {
  const longer = Math.max(width, height);
  const acrossOf = (fraction: number): number => (fraction - 0.5) * (longer / width) + 0.5;
  const downOf = (fraction: number): number => (fraction - 0.5) * (longer / height) + 0.5;
  return {
    ...{ left: acrossOf(box.left), right: acrossOf(box.right) },
    ...{ top: downOf(box.top), bottom: downOf(box.bottom), probability: box.probability },
  };
}
