import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, linkSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { findExecutable } from '../executables.mjs';
import { nodeBinary } from '../paths.mjs';

/** Where this machine's own programs stand inside, as the base images bring theirs. */
const baseDirectory = '/base';
const basePath = `${baseDirectory}/bin:/usr/bin:/bin`;

/** Of this machine, read-only: the C library, the shell and the like, which a base image has of its own. */
const hostDirectories = ['/usr', '/etc'];

/**
 * Mounts what `root` needs to be a root directory and goes there. $1: root, $2: 'ro' or 'rw', $3: this machine's programs, or
 * nothing for a root that has its own; then pairs of a place outside and one inside, `--`, and the command.
 */
const enter = `
set -e
root=$1 mode=$2 base=$3; shift 3
mount --bind "$root" "$root"
bind() {
  if [ -d "$1" ]; then mkdir -p "$root$2"; else mkdir -p "$(dirname "$root$2")" && touch "$root$2"; fi
  mount --rbind "$1" "$root$2"
}
if [ -n "$base" ]; then
  for directory in ${hostDirectories.join(' ')}; do
    bind "$directory" "$directory"
    mount -o remount,bind,ro "$root$directory"
  done
  for name in bin sbin lib lib64; do [ -e "$root/$name" ] || ln -s "usr/$name" "$root/$name"; done
  bind "$base" ${baseDirectory}
fi
bind /proc /proc
bind /dev /dev
mkdir -p "$root/tmp" "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
if [ "$mode" = ro ]; then mount -t tmpfs tmpfs "$root/run"; else bind /run /run; fi
while [ "$1" != -- ]; do bind "$1" "$2"; shift 2; done
shift
[ "$mode" = rw ] || mount -o remount,bind,ro "$root"
exec chroot "$root" "$@"
`;

function place(file, target) {
  if (existsSync(target)) return;
  try {
    linkSync(file, target);
  } catch {
    copyFileSync(file, target);
  }
}

/** Collects in `directory` what the base image brings: this project's Node. */
export function prepareBase(directory) {
  const bin = path.join(directory, 'bin');
  mkdirSync(bin, { recursive: true });
  place(nodeBinary, path.join(bin, 'node'));
  return directory;
}

const isRoot = () => process.getuid?.() === 0;

/** Why images cannot be tried on this machine, or undefined. */
export function sandboxFault() {
  if (process.platform !== 'linux') return 'it needs Linux';
  for (const program of ['unshare', 'chroot', 'setpriv']) if (!findExecutable(program)) return `it needs ${program}`;
  try {
    execFileSync('unshare', [...namespaces(), 'true'], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `no mount namespace can be made: ${String(error.stderr).trim()}`;
  }
}

/** Who is not root becomes it in a namespace of users, where it may mount and nothing else. */
const namespaces = () => (isRoot() ? ['--mount'] : ['--user', '--map-root-user', '--mount']);

/** The account of a `USER` line, without any privilege to come back to. Outside of root it is the person's own anyway. */
function asUser(user) {
  if (user === undefined || !isRoot()) return [];
  const [uid, gid] = user.split(':');
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--pdeathsig=TERM',
    '--',
  ];
}

/**
 * The command line that runs `command` with `root` as its root directory, an empty /tmp and /run, and no environment but
 * `env`: what a container engine would do with a read-only root. The process keeps its number, signals and exit code.
 *
 * options: root, base (from prepareBase; none for a root that brings its programs itself), workdir, env, user (uid:gid), writable (false), binds ([[outside, inside]]), command.
 */
export function sandboxed({ root, base = '', workdir, env, user, writable = false, binds = [], command }) {
  const variables = Object.entries({ PATH: basePath, ...env }).map(([name, value]) => `${name}=${value}`);
  const inside = [...asUser(user), 'env', '-i', `--chdir=${workdir}`, ...variables, ...command];
  const mode = writable ? 'rw' : 'ro';
  const script = ['sh', '-c', enter, 'sandbox', root, mode, base, ...binds.flat(), '--', ...inside];
  return { command: findExecutable('unshare'), args: [...namespaces(), ...script] };
}
