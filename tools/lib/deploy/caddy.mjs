import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findExecutable } from '../executables.mjs';
import { fromRoot } from '../paths.mjs';

const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });

/**
 * Caddy for trying the edge: the one on the PATH, else Debian's, unpacked into .cache. It is not installed, for its package
 * would start a server of its own. Throws where there is neither.
 */
export function provideCaddy() {
  const found = findExecutable('caddy');
  if (found) return found;
  const directory = fromRoot('.cache', 'caddy');
  const unpacked = path.join(directory, 'usr', 'bin', 'caddy');
  if (existsSync(unpacked)) return unpacked;
  if (!findExecutable('apt-get')) throw new Error('the edge needs caddy on the PATH');
  mkdirSync(directory, { recursive: true });
  const download = () => run('apt-get', ['-qq', 'download', 'caddy'], directory);
  try {
    download();
  } catch {
    run('apt-get', ['-qq', 'update'], directory);
    download();
  }
  const archive = readdirSync(directory).find((name) => name.endsWith('.deb'));
  run('dpkg', ['-x', archive, '.'], directory);
  return unpacked;
}
