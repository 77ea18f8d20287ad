import { loadGraphModel } from '@tensorflow/tfjs-converter';
import { MobileNetV2MidModel } from 'nsfwjs/models/mobilenet_v2_mid';
import { sharp } from '../imaging/sharp.js';
import { startTensors, tf } from './tensors.js';

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
