import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';

export const { resolve } = createRequire(import.meta.url);

/** Starts the WebAssembly backend on one thread. Its memory is freed when the process ends. */
export async function startTensors(): Promise<void> {
  setWasmPaths(`${dirname(resolve('@tensorflow/tfjs-backend-wasm'))}/`);
  if (!(await tf.setBackend('wasm'))) throw new Error('WebAssembly cannot be used for tensors');
}

export { tf };
