import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { fetched } from './deploy/fetched.mjs';
import { findExecutable } from './executables.mjs';
import { runCommand } from './run.mjs';

/** For threads; Node has several. */
const library = 'usr/lib/*/faketime/libfaketimeMT.so.1';

const found = (tree) => globSync(path.join(tree, library))[0];

/** Without root: the package is downloaded and unpacked, and not installed. */
async function download(directory, say) {
  say('fetching libfaketime from Debian');
  for (const [command, ...args] of [
    ['apt-get', '-qq', 'download', 'libfaketime'],
    ['sh', '-c', 'dpkg-deb -x libfaketime_*.deb tree'],
  ]) {
    const { code, output } = await runCommand(command, args, { cwd: directory, stdio: 'pipe', limitMs: 60_000 });
    if (code !== 0) throw new Error(output);
  }
  return path.join(directory, 'tree');
}

/** Absolute path of libfaketime: Debian's, kept in `.cache/`; undefined where it cannot be had. */
export async function provideFaketime(say) {
  if (process.platform !== 'linux') return undefined;
  const installed = found('/');
  if (installed && existsSync(installed)) return installed;
  if (!findExecutable('apt-get') || !findExecutable('dpkg-deb')) return undefined;
  try {
    return found(await fetched('libfaketime', (directory) => download(directory, say)));
  } catch (error) {
    say(`libfaketime cannot be had: ${error.message.trim()}`);
    return undefined;
  }
}
