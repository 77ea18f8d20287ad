import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { binDirectory, fromRoot, nodeBinary, root } from './paths.mjs';

const requiredMajor = 24;

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Whether node_modules holds what the lock file says. npm writes its own record of what it installed last of all, so an
 * interrupted install counts as none.
 */
export function isInstalled() {
  const record = fromRoot('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(fromRoot('package-lock.json'))).every(([place, wanted]) => {
    if (!place.startsWith('node_modules/') && !place.includes('/node_modules/')) return true;
    const found = installed[place];
    if (!found) return wanted.optional === true || wanted.devOptional === true || wanted.peer === true;
    return found.version === wanted.version;
  });
}

/** npm as the person runs it: without this project's Node on the PATH, because the install replaces that one. */
function npm(args, output) {
  const searchPath = (process.env.PATH ?? '').split(':').filter((directory) => directory !== binDirectory);
  return spawnSync('npm', args, {
    cwd: root,
    env: { ...process.env, PATH: searchPath.join(':') },
    stdio: ['ignore', output, output],
  });
}

function installedNodeMajor() {
  try {
    return Number(/^v(\d+)\./.exec(execFileSync(nodeBinary, ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return undefined;
  }
}

const noNode = () =>
  new Error(
    `The package "node" did not bring Node ${requiredMajor} to node_modules/node/bin: its install script has not run or has failed. ` +
      'Allow install scripts for this project (npm config get ignore-scripts should say false) and run: npm rebuild node',
  );

/** Node comes by an install script; where npm was told to leave scripts out, this one runs all the same. */
function repairNode(say) {
  say(`the install left Node ${requiredMajor} out; running its install script`);
  npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'], 'inherit');
  if (installedNodeMajor() === requiredMajor) return;
  spawnSync('node', ['installArchSpecificPackage.js'], { cwd: fromRoot('node_modules', 'node'), stdio: 'inherit' });
  if (installedNodeMajor() !== requiredMajor) throw noNode();
}

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

function installPackages(say) {
  say('installing packages; the first time takes about a minute');
  const { status, error } = npm(['ci', ...quiet], 'inherit');
  if (error) throw new Error(`npm could not be started: ${error.message}`);
  if (status !== 0) throw new Error('npm ci failed; its messages are above');
}

/** Brings node_modules to what the lock file says, with Node 24 in it; does nothing where that is so. */
export function ensureInstalled(say) {
  if (!isInstalled()) installPackages(say);
  if (installedNodeMajor() !== requiredMajor) repairNode(say);
}

/** Whether this very process runs on the Node that the project asks for. */
export const runsOnRequiredNode = () => Number(process.versions.node.split('.')[0]) >= requiredMajor;
