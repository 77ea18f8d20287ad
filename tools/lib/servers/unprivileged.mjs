import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { findExecutable } from '../programs/executables.mjs';

function lookUp(account) {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${account}:`));
  if (!entry) return undefined;
  const [, , uid, gid] = entry.split(':').map(Number);
  return { uid, gid };
}

/** PostgreSQL refuses to run as root. Creates the account `postgres`, like Debian's package, if it does not exist. */
function ensureAccount() {
  const found = lookUp('postgres');
  if (found) return found;
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  spawnSync('useradd', [...options, 'postgres']);
  return lookUp('postgres') ?? lookUp('nobody');
}

function reaches(setprivArguments, executable, directory) {
  const script = '"$0" --version && test -w "$1" && test -x "$1"';
  const args = [...setprivArguments, '--', 'sh', '-c', script, executable, directory];
  return spawnSync('setpriv', args, { cwd: '/', stdio: 'ignore' }).status === 0;
}

/**
 * Returns undefined unless this process is root. The account becomes owner of `directory`. If only root may enter a
 * parent directory (such as /root), the server keeps the capability to enter it.
 */
export function unprivilegedIdentity(executable, directory) {
  if (process.getuid?.() !== 0) return undefined;
  if (!findExecutable('setpriv'))
    throw new Error('As root, PostgreSQL needs setpriv (util-linux) to run as another account; or set DATABASE_URL');
  const account = ensureAccount();
  if (!account)
    throw new Error('PostgreSQL cannot run as root, and no account could be made for it: useradd --system postgres');
  chownSync(directory, account.uid, account.gid);
  const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  // The bit no_setuid_fixup is needed: otherwise access(2) ignores the capability, and the server cannot find its executable.
  const passDirectories = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  for (const setprivArguments of [identity, [...identity, ...passDirectories]]) {
    if (reaches(setprivArguments, executable, directory)) return { ...account, setprivArguments };
  }
  throw new Error(
    `The account postgres does not reach ${executable} and ${directory}. Move the project out of a directory that only root may enter, or set DATABASE_URL.`,
  );
}
