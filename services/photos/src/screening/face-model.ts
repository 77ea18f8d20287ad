import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import { FACE_SIDE, type FaceModel, faceBoxes, MESH_SIDE } from './face-search.js';
import { resolve, startTensors, tf } from './tensors.js';

/** Loads BlazeFace and the face mesh. Only the model files of the library are used. */
export async function loadFaceModel(): Promise<FaceModel> {
  await startTensors();
  const [detect, mesh] = await Promise.all([load('blazeface', FACE_SIDE), load('facemesh', MESH_SIDE)]);
  return {
    async boxesIn(square) {
      const outputs = await detect(square, (values) => tf.sub(tf.div(values, 127.5), 1));
      const [coarseScores, fineScores, coarseBoxes, fineBoxes] = outputs;
      return faceBoxes(joined(fineScores!, coarseScores!), joined(fineBoxes!, coarseBoxes!));
    },
    async confidence(square) {
      const [flag] = await mesh(square, (values) => tf.div(values, 255));
      return flag![0]!;
    },
  };
}

type Values = Float32Array;
type Run = (square: Uint8Array, scale: (values: tf.Tensor) => tf.Tensor) => Promise<Values[]>;

/** @returns a function whose outputs are sorted by size, the smallest first */
async function load(name: string, side: number): Promise<Run> {
  const folder = join(resolve('@vladmandic/human'), '../../models');
  const file = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
  const weights = Uint8Array.from(await readFile(join(folder, `${name}.bin`)));
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology: file.modelTopology,
      weightSpecs: file.weightsManifest.flatMap((group: { weights: never[] }) => group.weights),
      weightData: weights.buffer,
    }),
  });
  return async (square, scale) => {
    const input = tf.tidy(() => scale(tf.cast(tf.tensor4d(square, [1, side, side, 3], 'int32'), 'float32')));
    const outputs = (model.execute(input) as tf.Tensor[]).sort((one, other) => one.size - other.size);
    const values = await Promise.all(outputs.map((output) => output.data<'float32'>()));
    tf.dispose([input, ...outputs]);
    return values;
  };
}

function joined(one: Values, other: Values): Values {
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
