import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isInstalled } from '../../tools/lib/install.mjs';
import { nodeIn, root } from '../../tools/lib/paths.mjs';
import { runCommand } from '../../tools/lib/run.mjs';

async function inPlace(cwd, command, ...args) {
  const { code, output } = await runCommand(command, args, { cwd, stdio: 'pipe' });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} in ${cwd} ended with ${code}:\n${output}`);
  return output.trim();
}

const say = '(line) => console.log(line)';
const install = `import { ensureInstalled } from './tools/lib/install.mjs'; ensureInstalled(${say});`;
const build = `import { ensureBuilt } from './tools/lib/build.mjs'; await ensureBuilt(${say});`;
const script = (source) => ['--input-type=module', '--eval', source];

const lockOf = (home) => readFileSync(path.join(home, 'package-lock.json'), 'utf8');

/** Returns the `node_modules` folders in the lock file: the root's, and those of workspaces that need their own. */
function packageFolders(lock) {
  const places = Object.keys(JSON.parse(lock).packages).filter((place) => place.includes('node_modules/'));
  return [...new Set(places.map((place) => place.slice(0, place.indexOf('node_modules/') + 'node_modules'.length)))];
}

/**
 * Replaces the installation if both versions have the same packages: creates hard links, which take no time or space.
 * Renames the root's folder last, because its presence marks a complete installation. If a link fails, npm installs.
 */
async function linkPackages(home) {
  if (existsSync(path.join(home, 'node_modules')) || !isInstalled() || lockOf(root) !== lockOf(home)) return;
  const folders = packageFolders(lockOf(root)).sort((one, other) => other.length - one.length);
  for (const folder of folders) {
    const target = path.join(home, folder);
    for (const rest of [`${target}.part`, target]) rmSync(rest, { recursive: true, force: true });
    const { code } = await runCommand('cp', ['-al', path.join(root, folder), `${target}.part`], { stdio: 'pipe' });
    if (code !== 0) return;
    renameSync(`${target}.part`, target);
  }
}

/**
 * Checks out the project at `commit`, and installs and builds it with that commit's tools. Resolves to its directory
 * below the temporary directory, which later runs reuse.
 */
export async function olderVersion(commit, tell) {
  const id = await inPlace(root, 'git', 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`).catch(() => {
    throw new Error(`There is no commit ${commit}.`);
  });
  const home = path.join(tmpdir(), 'candid-versions', id.slice(0, 12));
  tell(`preparing the version of ${id.slice(0, 7)} in ${home}`);
  if (!existsSync(home)) await inPlace(root, 'git', 'clone', '--quiet', '--shared', '--no-checkout', root, home);
  await inPlace(home, 'git', 'checkout', '--quiet', '--detach', id);
  await linkPackages(home);
  await inPlace(home, process.execPath, ...script(install));
  await inPlace(home, nodeIn(home), ...script(build));
  return home;
}
