import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { installDebianPackages } from '../debian.mjs';
import { findExecutable } from '../executables.mjs';
import { fromRoot } from '../paths.mjs';
import { checked } from './checked.mjs';

const suite = 'trixie';
const mirror = 'http://deb.debian.org/debian';

/** Below it lies all that an engine and its stand-ins are made of; a second run finds it again. */
export const engineDirectory = fromRoot('.cache', 'engine');

/** Why this machine can make no root file system of Debian's, or undefined. */
export function debianFault() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'an engine is brought on Linux, x86-64, alone';
  if (process.getuid() !== 0) return 'only root may bring an engine';
  return findExecutable('apt-get') ? undefined : "an engine comes from Debian's packages, and there is no apt-get";
}

/** A tar archive of a minimal Debian, made once. */
export async function provideDebian(say) {
  const archive = path.join(engineDirectory, 'debian.tar');
  if (existsSync(archive)) return archive;
  if (!findExecutable('debootstrap')) await installDebianPackages(['debootstrap'], say);
  mkdirSync(engineDirectory, { recursive: true });
  const tree = path.join(engineDirectory, 'debian');
  rmSync(tree, { recursive: true, force: true });
  await checked('debootstrap', ['--variant=minbase', suite, tree, mirror]);
  const unfinished = `${archive}.part`;
  await checked('tar', ['-C', tree, '--exclude=./var/cache/apt/archives/*.deb', '-cf', unfinished, '.']);
  renameSync(unfinished, archive);
  rmSync(tree, { recursive: true });
  return archive;
}
