import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../run.mjs';

/**
 * Fetches one package from the npm registry and unpacks `parts` of it (all by default) into `directory`; resolves to its root
 * there. A package is { name, version, sha512 }; any other content than what was looked at is refused.
 */
export async function unpackFromNpm({ name, version, sha512 }, directory, parts = ['package']) {
  const pack = await runCommand('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', directory], {
    cwd: directory,
    stdio: 'pipe',
    limitMs: 300_000,
  });
  if (pack.code !== 0) throw new Error(`npm pack ${name} failed: ${pack.output}`);
  const archive = path.join(directory, pack.output.trim().split('\n').at(-1));
  if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== sha512)
    throw new Error(`${name}@${version} is not the package that was looked at`);
  const unpack = await runCommand('tar', ['-xzf', archive, '-C', directory, ...parts], { stdio: 'pipe' });
  if (unpack.code !== 0) throw new Error(`unpacking ${name} failed: ${unpack.output}`);
  return path.join(directory, 'package');
}
