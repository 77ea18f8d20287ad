import { existsSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { useGlobals } from './globals.mjs';

/**
 * Node itself loads a spec and its imports, so that the spec files of one worker share modules. Jest would load all
 * modules again for each file. Specs with a DOM, fake timers or module mocks run in Jest's way, as does `--watch`.
 */

const require = createRequire(import.meta.url);
const { default: circus } = require('jest-circus/runner');
const { ModuleMocker } = require('jest-mock');
const CIRCUS_HANDLERS = Symbol.for('EVENT_HANDLERS');

const mocks = new ModuleMocker(globalThis);
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const jest = {
  fn: mocks.fn.bind(mocks),
  spyOn: mocks.spyOn.bind(mocks),
  restoreAllMocks: mocks.restoreAllMocks.bind(mocks),
  /** Sets the timeout for each test of the calling file. */
  setTimeout: (ms) => {
    globalThis[TIMEOUT] = ms;
  },
};

/** True if the spec uses only those functions of `jest` that are defined above. Imported files must not use others. */
function canShareModules(testPath) {
  const source = readFileSync(testPath, 'utf8');
  const functions = [...source.matchAll(/\bjest\.([a-z]\w*)/g)].map(([, name]) => name);
  return !source.includes('@jest-environment') && functions.every((name) => name in jest);
}

// Ends this worker if Jest was killed. The spec file and the system that it has started would otherwise continue. A
// listener for `disconnect` would keep an idle worker from ending.
if (process.connected) {
  setInterval(() => {
    if (!process.connected) process.exit(1);
  }, 1_000).unref();
}

const jestGlobals = new URL('globals.mjs', import.meta.url).href;
const isTypescript = (url = '') => /\.tsx?(\?|$)/.test(url) && !url.includes('/node_modules/');

function loadTypescript({ transform, moduleNameMapper }) {
  const transforms = transform.map(([files, , swc]) => [
    new RegExp(files),
    { ...swc, swcrc: false, configFile: false },
  ]);
  const mappings = moduleNameMapper.map(([names, target]) => [new RegExp(names), target]);

  function mapped(specifier, parentURL) {
    const [names, target] = mappings.find(([pattern]) => pattern.test(specifier)) ?? [];
    const groups = names?.exec(specifier);
    const name = groups ? target.replace(/\$(\d)/g, (_, group) => groups[group]) : specifier;
    if (path.isAbsolute(name)) return pathToFileURL(name).href;
    if (!name.startsWith('.')) return specifier;
    const sources = ['.ts', '.tsx', '/index.ts'].map((ending) => new URL(`${name}${ending}`, parentURL));
    return sources.find((source) => existsSync(source))?.href ?? specifier;
  }

  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return next(jestGlobals, context);
      return next(isTypescript(context.parentURL) ? mapped(specifier, context.parentURL) : specifier, context);
    },
    load(url, context, next) {
      if (!isTypescript(url)) return next(url, context);
      const filename = fileURLToPath(url);
      const [, options] = transforms.find(([files]) => files.test(filename));
      const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}

let isPrepared = false;
let files = 0;

function prepare(config) {
  if (isPrepared) return;
  isPrepared = true;
  loadTypescript(config);
  process.setSourceMapsEnabled(true);
}

function loadInNode(runtime) {
  runtime.requireInternalModule = (file) => {
    // Loads the module again, because its state must not outlive a spec file.
    delete require.cache[file];
    delete globalThis[CIRCUS_HANDLERS];
    return require(file);
  };
  runtime.setGlobalsForRuntime = (globals) => useGlobals({ ...globals, jest });
  files += 1;
  // The query makes Node load the spec file separately; modules that it imports are shared.
  runtime.unstable_importModule = (file) => import(`${pathToFileURL(file)}?file=${files}`);
}

const ENDS = new Set(['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection']);

const isCalledByJest = () => new Error().stack.includes('jest-circus');

/**
 * Lets only Jest listen for the end of the process, because a service that a spec starts would end the test process
 * without a message. The returned function restores `process.on` and environment variables.
 */
function keepProcess() {
  const environment = { ...process.env };
  const { on } = process;
  process.on = (event, listener) =>
    ENDS.has(event) && !isCalledByJest() ? process : on.call(process, event, listener);
  return () => {
    delete process.on;
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  };
}

/** This function is not `async`, because its line would then be in the stack of each failure. */
export default function run(globalConfig, config, environment, runtime, testPath, sendMessage) {
  const isShared = !globalConfig.watch && !globalConfig.watchAll && canShareModules(testPath);
  if (!isShared) return circus(globalConfig, config, environment, runtime, testPath, sendMessage);
  prepare(config);
  // Removes Jest's function, which looks only for Jest's source maps. Node then applies the modules' source maps.
  Error.prepareStackTrace = undefined;
  loadInNode(runtime);
  const restore = keepProcess();
  return circus(globalConfig, config, environment, runtime, testPath, sendMessage).finally(() => {
    mocks.restoreAllMocks();
    delete globalThis[TIMEOUT];
    restore();
  });
}
