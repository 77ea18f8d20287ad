import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nodeIn, root } from './paths.mjs';
import { runCommand } from './run.mjs';

async function inPlace(cwd, command, ...args) {
  const { code, output } = await runCommand(command, args, { cwd, stdio: 'pipe' });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} in ${cwd} ended with ${code}:\n${output}`);
  return output.trim();
}

const say = '(line) => console.log(line)';
const install = `import { ensureInstalled } from './tools/lib/install.mjs'; ensureInstalled(${say});`;
const build = `import { ensureBuilt } from './tools/lib/build.mjs'; await ensureBuilt(${say});`;
const script = (source) => ['--input-type=module', '--eval', source];

/**
 * The project as it was at `commit`, installed and built by its own tools: resolves to the directory it lies in, beside the
 * other temporary files, where it is found the next time.
 */
export async function olderVersion(commit, tell) {
  const id = await inPlace(root, 'git', 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`).catch(() => {
    throw new Error(`There is no commit ${commit}.`);
  });
  const home = path.join(tmpdir(), 'candid-versions', id.slice(0, 12));
  tell(`preparing the version of ${id.slice(0, 7)} in ${home}`);
  if (!existsSync(home)) await inPlace(root, 'git', 'clone', '--quiet', '--shared', '--no-checkout', root, home);
  await inPlace(home, 'git', 'checkout', '--quiet', '--detach', id);
  await inPlace(home, process.execPath, ...script(install));
  await inPlace(home, nodeIn(home), ...script(build));
  return home;
}
