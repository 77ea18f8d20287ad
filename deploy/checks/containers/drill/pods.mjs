import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { matches, podsOf } from '../../kubernetes/manifests.mjs';

export const network = 'candid-drill';
const readyWithinMs = 300_000;
const pollMs = 200;
/** Milliseconds between two checks of a container's state: each starts Docker's client, which takes 0.1 s of a core. */
const lookMs = 2_000;

/** Converts a Kubernetes size such as `512Mi` to Docker's format. */
const sizeOf = (size) => size.replace('Mi', 'm').replace('Gi', 'g');

function openDirectory(directory, prefix, mode = 0o755) {
  const made = mkdtempSync(path.join(directory, prefix));
  chmodSync(made, mode);
  return made;
}

const connects = (host, port) =>
  new Promise((resolve) => {
    const socket = connect({ host, port }, () => resolve(true));
    socket.once('error', () => resolve(false)).once('close', () => resolve(false));
    socket.setTimeout(1_000, () => socket.destroy());
  });

/**
 * Runs rendered pods as containers. A container has its pod's settings, volumes and memory limit, and the network names
 * of the pod's Services. Its root file system is read-only, and it has no capabilities.
 *
 * Options: docker (words => { code, output }), objects (rendered), secrets ({ [name]: { [key]: text } }), directory (at
 * the same path in the engine), imageOf (maps a rendered image to the one to run), more ({ [pod]: arguments of `docker run` }).
 */
export function containerNode({ docker, objects, secrets, directory, imageOf, more = {} }) {
  const running = new Map();
  const compiled = openDirectory(directory, 'compiled-', 0o777);

  const succeed = async (...words) => {
    const { code, output } = await docker(...words);
    if (code !== 0) throw new Error(`docker ${words.slice(0, 2).join(' ')} ended with ${code}:\n${output}`);
    return output.trim();
  };

  const configMap = (name) => {
    const found = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (!found) throw new Error(`there is no ConfigMap ${name}`);
    return found.data;
  };

  const picked = (data, items) =>
    items ? items.map(({ key, path: file }) => [file, data[key]]) : Object.entries(data);
  const filesOf = ({ secret, configMap: map }) =>
    secret ? picked(secrets[secret.secretName ?? secret.name], secret.items) : picked(configMap(map.name), map.items);

  function filled(files) {
    const volume = openDirectory(directory, 'volume-');
    for (const [name, text] of files) {
      mkdirSync(path.dirname(path.join(volume, name)), { recursive: true });
      writeFileSync(path.join(volume, name), text, { mode: 0o444 });
    }
    return volume;
  }

  /** Returns the arguments that mount a volume at a path. A volume that several containers share is a directory of the host. */
  function volumeWords(volume, isShared) {
    if (volume.secret || volume.configMap) return bound(filled(filesOf(volume)), ':ro');
    if (volume.projected) return bound(filled(volume.projected.sources.flatMap(filesOf)), ':ro');
    const { medium, sizeLimit = '64Mi' } = volume.emptyDir;
    if (isShared || volume.isClaim) return bound(openDirectory(directory, 'volume-', 0o777));
    if (medium === 'Memory') return () => ['--shm-size', sizeOf(sizeLimit)];
    return (place) => ['--tmpfs', `${place}:mode=1777,size=${sizeOf(sizeLimit)}`];
  }
  const bound =
    (outside, mode = '') =>
    (place) => ['--volume', `${outside}:${place}${mode}`];

  const settingOf = ({ value, valueFrom }, name) => {
    if (value !== undefined) return value;
    if (valueFrom.fieldRef) return name;
    return configMap(valueFrom.configMapKeyRef.name)[valueFrom.configMapKeyRef.key];
  };

  const environmentOf = ({ env = [], envFrom = [] }, name) =>
    Object.fromEntries([
      ...envFrom.flatMap(({ configMapRef }) => Object.entries(configMap(configMapRef.name))),
      ...env.map((entry) => [entry.name, settingOf(entry, name)]),
    ]);

  const aliasesOf = ({ labels }) =>
    objects
      .filter(({ kind, spec }) => kind === 'Service' && matches({ matchLabels: spec.selector }, labels))
      .flatMap(({ metadata }) => ['--network-alias', metadata.name]);

  /** Returns a pod's containers, and `wordsOf`, which returns the arguments of `docker run` for a container. */
  function podOf(object) {
    const [pod] = podsOf([object]);
    const { spec } = pod;
    const name = object.metadata.name;
    const claims = (object.spec.volumeClaimTemplates ?? []).map(({ metadata }) => ({
      ...{ name: metadata.name, isClaim: true, emptyDir: {} },
    }));
    const all = [...(spec.initContainers ?? []), ...spec.containers];
    const isShared = (volume) =>
      volume !== 'tmp' && all.filter(({ volumeMounts }) => volumeMounts.some((one) => one.name === volume)).length > 1;
    const volumes = [...(spec.volumes ?? []), ...claims];
    const mounts = new Map(volumes.map((volume) => [volume.name, volumeWords(volume, isShared(volume.name))]));
    const { runAsUser, runAsGroup } = spec.securityContext;
    const wordsOf = (container, own = {}, command = container.command) => {
      const environment = { ...environmentOf(container, `${name}-0`), ...own };
      const [program, ...first] = command ?? [];
      const isOwn = container.image.includes('candid/');
      return [
        ...[
          '--network',
          network,
          '--no-healthcheck',
          '--user',
          `${runAsUser}:${runAsGroup}`,
          '--read-only',
          '--cap-drop',
          'ALL',
        ],
        ...['--security-opt', 'no-new-privileges', '--memory', sizeOf(container.resources.limits.memory)],
        ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
        ...container.volumeMounts.flatMap(({ name: volume, mountPath }) => mounts.get(volume)(mountPath)),
        // Processes share their compile cache, because many start at once on few cores.
        ...(isOwn ? ['--volume', `${compiled}:/tmp/compile`] : []),
        ...(more[name] ?? []),
        ...(program ? ['--entrypoint', program] : []),
        imageOf(container.image),
        ...first,
        ...(container.args ?? []),
      ];
    };
    return { name, before: spec.initContainers ?? [], main: spec.containers[0], aliases: aliasesOf(pod), wordsOf };
  }

  const containerName = (name) => `${network}-${name}`;

  const addressOf = async (name) =>
    succeed(
      ...['inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', containerName(name)],
    );

  async function isReady(name, address, { readinessProbe: probe, ports = [] }) {
    const portOf = (port) => ports.find((one) => one.name === port)?.containerPort ?? port;
    if (probe.exec) return (await docker('exec', containerName(name), ...probe.exec.command)).code === 0;
    const { port, path: place = '' } = probe.httpGet ?? probe.tcpSocket;
    if (probe.tcpSocket || name === 'mail-inbox') return connects(address, portOf(port));
    return fetch(`http://${address}:${portOf(port)}${place}`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async function untilReady(name, container) {
    const address = await addressOf(name);
    const deadline = Date.now() + readyWithinMs;
    const state = ['inspect', '--format', '{{.State.Running}}', containerName(name)];
    let lookedAt = Date.now();
    while (!(await isReady(name, address, container))) {
      await delay(pollMs);
      if (Date.now() - lookedAt < lookMs) continue;
      lookedAt = Date.now();
      const isRunning = (await succeed(...state)) === 'true';
      if (!isRunning || Date.now() > deadline) {
        const { output } = await docker('logs', '--tail', '40', containerName(name));
        throw new Error(`${name} ${isRunning ? 'is not ready' : 'has ended'}:\n${output}`);
      }
    }
  }

  /** Runs the containers one after another until one fails. Resolves to { code, output }. */
  async function runAll(pod, containers, env, command) {
    const lines = [];
    for (const container of containers) {
      const { code, output } = await docker('run', '--rm', ...pod.wordsOf(container, env, command));
      lines.push(output);
      if (code !== 0) return { code, output: `${lines.join('')}${container.name} ended with ${code}` };
    }
    return { code: 0, output: lines.join('') };
  }

  async function start(object, env) {
    const pod = podOf(object);
    const { code, output } = await runAll(pod, pod.before);
    if (code !== 0) throw new Error(`${pod.name}: ${output}`);
    const words = ['--detach', '--name', containerName(pod.name), ...pod.aliases];
    await succeed('run', ...words, ...pod.wordsOf(pod.main, env));
    running.set(pod.name, pod);
    await untilReady(pod.name, pod.main);
  }

  /** Kills the containers without SIGTERM, as in a disaster. */
  async function stop(names = [...running.keys()]) {
    await Promise.all(
      names.map(async (name) => {
        running.delete(name);
        await docker('rm', '--force', '--volumes', containerName(name));
      }),
    );
  }

  return {
    async begin() {
      const left = await succeed('ps', '--all', '--quiet', '--filter', `network=${network}`);
      if (left) await docker('rm', '--force', '--volumes', ...left.split('\n'));
      await docker('network', 'rm', network);
      await succeed('network', 'create', network);
    },
    async end() {
      await stop();
      await docker('network', 'rm', network);
      rmSync(directory, { recursive: true, force: true });
    },
    /** Runs a Job, or a Job of a CronJob, until it ends. Resolves to { code, output }. */
    runJob(object) {
      const pod = podOf(object);
      return runAll(pod, [...pod.before, pod.main]);
    },
    /** Runs a command in the container of a running pod. Resolves to { code, output }. */
    execute: (name, command, env = {}) =>
      docker(
        ...['exec', ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`])],
        ...[containerName(name), ...command],
      ),
    start,
    stop,
    addressOf,
  };
}
