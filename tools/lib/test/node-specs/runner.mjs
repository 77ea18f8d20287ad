import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { useGlobals } from './globals.mjs';
import { loadTypescript } from './typescript-hooks.mjs';

/**
 * Node itself loads a spec and its imports, so that the files of one worker share the modules. Jest's usual way gives
 * each file new modules in a context of its own: specs that need a DOM, fake timers or module mocks keep it, and
 * `--watch` does.
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
  /** Applies to each test of the file that calls it. */
  setTimeout: (ms) => {
    globalThis[TIMEOUT] = ms;
  },
};

/** Tells by the text of a spec that `jest` above is all it needs. A spec that gets around this fails, because it finds no such function. */
function canShareModules(testPath) {
  const source = readFileSync(testPath, 'utf8');
  const functions = [...source.matchAll(/\bjest\.([a-z]\w*)/g)].map(([, name]) => name);
  return !source.includes('@jest-environment') && functions.every((name) => name in jest);
}

// A worker whose Jest has been killed would go on with its spec file, and with the system that the file has started. A listener for
// `disconnect` would keep the worker from ending when it has nothing more to do.
if (process.connected) {
  setInterval(() => {
    if (!process.connected) process.exit(1);
  }, 1_000).unref();
}

let isPrepared = false;
let files = 0;

function prepare(config) {
  if (isPrepared) return;
  isPrepared = true;
  loadTypescript(config);
  process.setSourceMapsEnabled(true);
}

/** Replaces those of Jest's functions that decide where modules are loaded. */
function loadInNode(runtime) {
  runtime.requireInternalModule = (path) => {
    // Its state is that of one spec file.
    delete require.cache[path];
    delete globalThis[CIRCUS_HANDLERS];
    return require(path);
  };
  runtime.setGlobalsForRuntime = (globals) => useGlobals({ ...globals, jest });
  files += 1;
  // The spec itself is new each time; what it imports is shared.
  runtime.unstable_importModule = (path) => import(`${pathToFileURL(path)}?file=${files}`);
}

const ENDS = new Set(['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection']);

const isCalledByJest = () => new Error().stack.includes('jest-circus');

/**
 * Until the returned function is called, only Jest listens for the end of the process: a service that a spec starts
 * would end the test process without a message. The function also restores the environment variables.
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

/** No `async` function: its line would be in the stack of each failure. */
export default function run(globalConfig, config, environment, runtime, testPath, sendMessage) {
  const isShared = !globalConfig.watch && !globalConfig.watchAll && canShareModules(testPath);
  if (!isShared) return circus(globalConfig, config, environment, runtime, testPath, sendMessage);
  prepare(config);
  // Jest's would look for its own source maps; without one, Node applies those of the modules.
  Error.prepareStackTrace = undefined;
  loadInNode(runtime);
  const restore = keepProcess();
  return circus(globalConfig, config, environment, runtime, testPath, sendMessage).finally(() => {
    mocks.restoreAllMocks();
    delete globalThis[TIMEOUT];
    restore();
  });
}
