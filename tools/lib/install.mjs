import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { binDirectory, fromRoot, nodeBinary, root } from './paths.mjs';

const requiredMajor = 24;

const recordFile = fromRoot('node_modules', '.package-lock.json');

/** Packages in npm's own record of an install. An interrupted install has no record, because npm writes it last. */
const readPackages = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {});

/**
 * `wanted` and `installed` are the `packages` of lock files. Packages that npm omits on some platforms may be missing. If `withTools`
 * is true, the packages of tests and tools are wanted too.
 */
export function holdsEvery(wanted, installed, { withTools = true } = {}) {
  return Object.entries(wanted).every(([place, { version, dev, optional, devOptional, peer }]) => {
    if (!place.startsWith('node_modules/') && !place.includes('/node_modules/')) return true;
    if (dev && !withTools) return true;
    const found = installed[place];
    return found ? found.version === version : Boolean(optional || devOptional || peer);
  });
}

export const isInstalled = () => holdsEvery(readPackages(fromRoot('package-lock.json')), readPackages(recordFile));

/** Runs npm without this project's Node on the PATH, because the install replaces that Node. */
function npm(args, output) {
  const searchPath = (process.env.PATH ?? '').split(':').filter((directory) => directory !== binDirectory);
  return spawnSync('npm', args, {
    cwd: root,
    env: { ...process.env, PATH: searchPath.join(':') },
    stdio: ['ignore', output, output],
  });
}

function installedNodeMajor() {
  if (process.execPath === nodeBinary) return Number(process.versions.node.split('.')[0]);
  try {
    return Number(/^v(\d+)\./.exec(execFileSync(nodeBinary, ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return undefined;
  }
}

/** Runs the install script of the package `node`, which npm skips if it is configured to ignore scripts. */
function repairNode(say) {
  say(`the install left Node ${requiredMajor} out; running its install script`);
  npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'], 'inherit');
  if (installedNodeMajor() === requiredMajor) return;
  spawnSync('node', ['installArchSpecificPackage.js'], { cwd: fromRoot('node_modules', 'node'), stdio: 'inherit' });
  if (installedNodeMajor() === requiredMajor) return;
  throw new Error(
    `The package "node" did not bring Node ${requiredMajor} to node_modules/node/bin: its install script has not run or has failed. ` +
      'Allow install scripts for this project (npm config get ignore-scripts should say false) and run: npm rebuild node',
  );
}

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

function installPackages(args) {
  const { status, error } = npm([...args, ...quiet], 'inherit');
  if (error) throw new Error(`npm could not be started: ${error.message}`);
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed; its messages are above`);
}

/** A start needs fewer packages than tests and tools. If packages of tools are installed, they are updated too. */
export function ensureInstalled(say, { withTools = true } = {}) {
  const wanted = readPackages(fromRoot('package-lock.json'));
  const installed = readPackages(recordFile);
  const all = withTools || Object.values(installed).some(({ dev }) => dev);
  if (!holdsEvery(wanted, installed, { withTools: all })) {
    if (!all) {
      say('installing the packages that a start needs; the first time takes about half a minute');
      installPackages(['ci', '--omit=dev']);
    } else if (holdsEvery(wanted, installed, { withTools: false })) {
      say('installing the packages of tests and tools');
      // A running system needs its packages: `install` only adds packages, but `npm ci` would first remove all.
      installPackages(['install', '--include=dev', '--no-save']);
    } else {
      say('installing packages; the first time takes about a minute');
      installPackages(['ci', '--include=dev']);
    }
  }
  if (installedNodeMajor() !== requiredMajor) repairNode(say);
}

export const runsOnRequiredNode = () => Number(process.versions.node.split('.')[0]) >= requiredMajor;
