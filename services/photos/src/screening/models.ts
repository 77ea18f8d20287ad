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

/** Starts the WebAssembly backend on one thread. Its memory is freed only when the process ends. */
async function startTensors(): Promise<void> {
  setWasmPaths(`${dirname(resolve('@tensorflow/tfjs-backend-wasm'))}/`);
  if (!(await tf.setBackend('wasm'))) throw new Error('WebAssembly cannot be used for tensors');
}

/** Loads BlazeFace and the face mesh. Uses only the model files of the library, not its code. */
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

/** @returns a function that returns the model's outputs, the smallest first */
async function load(name: string, side: number): Promise<Run> {
  const folder = join(resolve('@vladmandic/human'), '../../models');
  const file = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
  const model = await modelOf(file, await readFile(join(folder, `${name}.bin`)));
  return async (square, scale) => {
    const input = tf.tidy(() => scale(tf.cast(tf.tensor4d(square, [1, side, side, 3], 'int32'), 'float32')));
    const outputs = (model.execute(input) as tf.Tensor[]).sort((one, other) => one.size - other.size);
    const values = await Promise.all(outputs.map((output) => output.data<'float32'>()));
    tf.dispose([input, ...outputs]);
    return values;
  };
}

const joined = (one: Values, other: Values): Values => Float32Array.from([...one, ...other]);

/** Estimates a picture's probability of nudity. */
export type NudityModel = (picture: Uint8Array) => Promise<number>;

const SIDE = 224;
/** Classes of the model, in the order of the output. */
const CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const;
const NUDITY: readonly (typeof CLASSES)[number][] = ['hentai', 'porn'];

interface ModelFile {
  modelTopology: object;
  weightsManifest: { weights: never[] }[];
}

const modelOf = ({ modelTopology, weightsManifest }: ModelFile, weights: Buffer) =>
  loadGraphModel({
    load: async () => ({
      modelTopology,
      weightSpecs: weightsManifest.flatMap((group) => group.weights),
      weightData: Uint8Array.from(weights).buffer,
    }),
  });

/** Loads the medium-sized of the library's three models; decision 0064 has the reasons. */
export async function loadNudityModel(): Promise<NudityModel> {
  await startTensors();
  const { modelJson, weightBundles } = MobileNetV2MidModel;
  const file = (await modelJson()).default as unknown as ModelFile;
  const loaded: { default: string }[] = await Promise.all(
    weightBundles.map((load: () => Promise<{ default: string }>) => load()),
  );
  const bundles = loaded.map((bundle) => Buffer.from(bundle.default, 'base64'));
  const model = await modelOf(file, Buffer.concat(bundles));
  return async (picture) => {
    const pixels = await sharp(picture)
      .resize(SIDE, SIDE, { fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer();
    const shares = Float32Array.from(pixels, (value) => value / 255);
    const output = tf.tidy(() => model.predict(tf.tensor4d(shares, [1, SIDE, SIDE, 3])) as tf.Tensor);
    const probabilities = await output.data();
    output.dispose();
    return CLASSES.reduce((sum, name, index) => (NUDITY.includes(name) ? sum + probabilities[index]! : sum), 0);
  };
}
