import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { useGlobals } from './globals.mjs';
import { keepProcess } from './process-state.mjs';
import { loadTypescript } from './typescript-hooks.mjs';

/**
 * Jest's test runner for specs that use real servers: Node itself loads a spec and what it imports, so that the files
 * of one worker share the modules, which are loaded and optimized once. All else is Jest's own: hooks, time limits, results.
 * Jest's usual way gives each file new modules in a context of its own; specs of other kinds and `--watch` keep it.
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
  /** Of each test of the file that says so. */
  setTimeout: (ms) => {
    globalThis[TIMEOUT] = ms;
  },
};

let isPrepared = false;
let files = 0;

function prepare(config) {
  if (isPrepared) return;
  isPrepared = true;
  loadTypescript(config);
  process.setSourceMapsEnabled(true);
}

/** Of Jest's functions, those that decide where modules are loaded. */
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

/** No `async` function: its line would be in the stack of each failure. */
export default function run(globalConfig, config, environment, runtime, testPath, sendMessage) {
  const isShared = /\.(int|audit|e2e)\.spec\.ts$/.test(testPath) && !globalConfig.watch && !globalConfig.watchAll;
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
