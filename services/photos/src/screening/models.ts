import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { MobileNetV2MidModel } from 'nsfwjs/models/mobilenet_v2_mid';
import { sharp } from '../imaging/sharp.js';
import { FACE_SIDE, type FaceModel, faceBoxes, MESH_SIDE } from './face-search.js';

const { resolve } = createRequire(import.meta.url);

/** Starts the WebAssembly backend on one thread. Its memory is freed when the process ends. */
async function startTensors(): Promise<void> {
  setWasmPaths(`${dirname(resolve('@tensorflow/tfjs-backend-wasm'))}/`);
  if (!(await tf.setBackend('wasm'))) throw new Error('WebAssembly cannot be used for tensors');
}

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

export type NudityModel = (picture: Uint8Array) => Promise<number>;

const SIDE = 224;
/** Classes of the model, in the order of its output. */
const CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const;
const NUDITY: readonly (typeof CLASSES)[number][] = ['hentai', 'porn'];

interface ModelFile {
  modelTopology: object;
  weightsManifest: { weights: never[] }[];
}

/**
 * Loads the middle one of the library's three models; decision 0064 gives the reasons.
 * @returns a function that estimates a picture's probability of nudity
 */
export async function loadNudityModel(): Promise<NudityModel> {
  await startTensors();
  const { modelJson, weightBundles } = MobileNetV2MidModel;
  const file = (await modelJson()).default as unknown as ModelFile;
  const bundles = await Promise.all(
    weightBundles.map(async (load: () => Promise<{ default: string }>) =>
      Buffer.from((await load()).default, 'base64'),
    ),
  );
  const weights = Uint8Array.from(Buffer.concat(bundles));
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology: file.modelTopology,
      weightSpecs: file.weightsManifest.flatMap((group) => group.weights),
      weightData: weights.buffer,
    }),
  });
  return async (picture) => {
    const pixels = await sharp(picture)
      .resize(SIDE, SIDE, { fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer();
    const output = tf.tidy(() =>
      model.predict(
        tf.tensor4d(
          Float32Array.from(pixels, (value) => value / 255),
          [1, SIDE, SIDE, 3],
        ),
      ),
    );
    const probabilities = await (output as tf.Tensor).data();
    (output as tf.Tensor).dispose();
    return CLASSES.reduce((sum, name, index) => (NUDITY.includes(name) ? sum + probabilities[index]! : sum), 0);
  };
}
