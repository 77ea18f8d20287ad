import { spawnSync } from 'node:child_process';
import { findExecutable } from './executables.mjs';

const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** The words to put before `apt-get`: none as root, sudo where it asks no password; undefined where apt is out of reach. */
function privilege() {
  if (!findExecutable('apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  if (findExecutable('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0)
    return ['sudo', '-n'];
  return undefined;
}

function aptGet(prefix, args) {
  const [command, ...rest] = [...prefix, 'apt-get', '-qq', ...args];
  return spawnSync(command, rest, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

let listsAreFresh = false;

/** Installs Debian packages where apt may; false where it may not or fails. The package lists are fetched once first. */
export async function installDebianPackages(packages, say) {
  const prefix = privilege();
  if (prefix === undefined) return false;
  say(`installing Debian packages: ${packages.join(' ')}`);
  if (!listsAreFresh) listsAreFresh = aptGet(prefix, ['update']);
  return aptGet(prefix, ['install', '--yes', '--no-install-recommends', ...packages]);
}
