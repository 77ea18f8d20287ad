import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root as project } from '../../../tools/lib/paths.mjs';
import { startChild, startLimitMs } from '../../../tools/lib/processes/child.mjs';
import { treeOf } from '../../../tools/lib/processes/processes.mjs';
import { installDebianPackages } from '../../../tools/lib/programs/debian.mjs';
import { findExecutable } from '../../../tools/lib/programs/executables.mjs';
import { runCommand } from '../../../tools/lib/run.mjs';
import { checked } from './checked.mjs';
import { debianFault, engineDirectory, provideDebian } from './debian-tree.mjs';

const tree = path.join(engineDirectory, 'root');

const packages = [
  'ca-certificates',
  'containerd',
  'docker-buildx',
  'docker-cli',
  'docker-compose',
  'docker.io',
  'iproute2',
  'iptables',
  'runc',
];

/** Runs in new mount, network and process namespaces: the tree becomes the root, with the project at its usual path. */
const startScript = `
set -e
tree=$1 project=$2
mount --bind "$tree" "$tree"
cd "$tree"
mkdir -p ".$project" .old
mount -t proc proc proc
mount -t sysfs sysfs sys
mount --rbind /sys/fs/cgroup sys/fs/cgroup
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount --bind "$project" ".$project"
pivot_root . .old
cd /
umount -l /.old
ip link set lo up
containerd >/var/log/containerd.log 2>&1 &
exec dockerd --host unix:///run/docker.sock
`;

async function makeTree(say) {
  if (existsSync(path.join(tree, 'made'))) return;
  say('  bringing a container engine');
  const debian = await provideDebian(say);
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  await checked('tar', ['-C', tree, '-xf', debian]);
  await checked('cp', ['/etc/resolv.conf', path.join(tree, 'etc')]);
  const install = `apt-get -qq update && apt-get -qq install -y --no-install-recommends ${packages.join(' ')}`;
  await checked('chroot', [tree, 'sh', '-c', install], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  // slirp4netns forwards DNS queries at this address to the machine's resolver.
  writeFileSync(path.join(tree, 'etc', 'resolv.conf'), 'nameserver 10.0.2.3\n');
  writeFileSync(path.join(tree, 'made'), '');
}

/** Connects the engine's network namespace to the machine's network without changing the machine's settings. */
function bringNetwork(pid) {
  return startChild({
    name: 'slirp4netns',
    command: findExecutable('slirp4netns'),
    args: ['--configure', '--mtu=1400', '--disable-host-loopback', String(pid), 'tap0'],
  });
}

async function innermost(pid) {
  const deadline = Date.now() + startLimitMs;
  for (;;) {
    const last = treeOf(pid).at(-1);
    if (last !== pid) return treeOf(pid).find((one) => one !== pid);
    if (Date.now() > deadline) throw new Error('the engine did not start');
    await delay(20);
  }
}

async function answers(engine) {
  const [program, ...args] = engine.command('docker', 'info');
  return (await runCommand(program, args, { stdio: 'pipe' })).code === 0;
}

async function startOwnEngine(say, { severalPlatforms }) {
  await makeTree(say);
  const settings = { features: { 'containerd-snapshotter': severalPlatforms } };
  mkdirSync(path.join(tree, 'etc', 'docker'), { recursive: true });
  writeFileSync(path.join(tree, 'etc', 'docker', 'daemon.json'), JSON.stringify(settings));
  if (!findExecutable('slirp4netns')) await installDebianPackages(['slirp4netns'], say);
  const daemon = startChild({
    name: 'dockerd',
    command: 'unshare',
    args: ['-m', '-p', '-n', '-f', '--kill-child', 'sh', '-c', startScript, 'sh', tree, project],
    logFile: path.join(engineDirectory, 'dockerd.log'),
  });
  const pid = await innermost(daemon.pid);
  const network = bringNetwork(pid);
  const inNetwork = (...command) => ['nsenter', '-t', String(pid), '-n', '--', ...command];
  const engine = {
    command: (...command) => [
      ...['nsenter', '-t', String(pid), '-m', '-p', '-n', '--'],
      ...['sh', '-c', 'cd "$0" && exec "$@"', project, ...command],
    ],
    inNetwork,
    isOwn: true,
    stop: async () => {
      process.kill(pid, 'SIGTERM');
      await daemon.stop('SIGTERM');
      await network.stop();
    },
  };
  const deadline = Date.now() + startLimitMs;
  while (!(await answers(engine))) {
    if (Date.now() > deadline) {
      await engine.stop();
      throw new Error(`the engine did not start: ${path.join(engineDirectory, 'dockerd.log')}`);
    }
    await delay(200);
  }
  return engine;
}

/**
 * Uses the machine's Docker if it answers. Else starts an engine from Debian packages; the engine ends with this
 * process. `severalPlatforms`: the engine keeps images in containerd, which allows several platforms and attestations.
 * Resolves to { reason } if there is no engine, else to { command, inNetwork, isOwn, stop }. `command` and `inNetwork`
 * return command lines. The first runs its words in the engine, the second only in the engine's network.
 */
export async function provideEngine(say, { severalPlatforms = false } = {}) {
  const asIs = (...command) => command;
  const machines = { command: asIs, inNetwork: asIs, isOwn: false, stop: async () => undefined };
  if (findExecutable('docker') && (await answers(machines))) return machines;
  const reason = debianFault();
  return reason ? { reason } : await startOwnEngine(say, { severalPlatforms });
}
