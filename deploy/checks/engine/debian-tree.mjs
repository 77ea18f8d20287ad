import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { debianMirror, installDebianPackages } from '../../../tools/lib/programs/debian.mjs';
import { findExecutable } from '../../../tools/lib/programs/executables.mjs';
import { checked } from './checked.mjs';

const suite = 'trixie';

/** Directory of the files from which an engine and its stand-ins are built; later runs reuse them. */
export const engineDirectory = fromRoot('.cache', 'engine');

/** Returns why this machine cannot create a Debian root file system, or undefined if it can. */
export function debianFault() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'an engine is brought on Linux, x86-64, alone';
  if (process.getuid() !== 0) return 'only root may bring an engine';
  if (!findExecutable('apt-get')) return "an engine comes from Debian's packages, and there is no apt-get";
  return debianMirror() ? undefined : "an engine comes from Debian's packages, and this machine gets none of them";
}

/** Options of dpkg: documentation is left out, and writes are not synced, because an interrupted build starts over. */
const options = ['force-unsafe-io', 'path-exclude=/usr/share/doc/*', 'path-exclude=/usr/share/man/*'];

/** Resolves to the path of a minimal Debian's tar archive. Later runs reuse the archive. */
export async function provideDebian(say) {
  const archive = path.join(engineDirectory, 'debian.tar');
  if (existsSync(archive)) return archive;
  if (!findExecutable('mmdebstrap')) await installDebianPackages(['mmdebstrap'], say);
  mkdirSync(engineDirectory, { recursive: true });
  const unfinished = `${archive}.part`;
  const forDpkg = options.map((option) => `--dpkgopt=${option}`);
  await checked('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    '--format=tar',
    ...forDpkg,
    suite,
    unfinished,
    debianMirror(),
  ]);
  renameSync(unfinished, archive);
  return archive;
}
