import { chmodSync, chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startChild } from '../child.mjs';
import { root } from '../paths.mjs';
import { untilReady } from '../readiness.mjs';
import { runCommand } from '../run.mjs';
import { debianTreePath } from './debian-tree.mjs';
import { podsOf } from './manifests.mjs';
import { sandboxed } from './sandbox.mjs';

const limitMs = 120_000;
const endTimeoutMs = 60_000;
const isRoot = process.getuid?.() === 0;

/** One that every account may enter. */
function openDirectory(prefix) {
  const made = mkdtempSync(prefix);
  chmodSync(made, 0o755);
  return made;
}

/** What a container's image brings: own images are the working tree, what others are for stands in Debian's packages. */
function imageOf(name, { stages, base, debianTree, directory, compiled }) {
  const own = /^candid\/(\w+)(:|$)/.exec(name)?.[1];
  if (own === undefined) return { root: debianTree, workdir: '/', env: { PATH: debianTreePath }, binds: [] };
  const { env, workdir } = stages[own];
  return {
    root: openDirectory(path.join(directory, 'image-')),
    base,
    workdir,
    env,
    binds: [
      [root, workdir],
      [compiled, env.NODE_COMPILE_CACHE],
    ],
  };
}

/**
 * Runs pods as they were rendered, on this machine and one after another's containers, as a cluster's node would: their command,
 * user, environment, config maps, secrets and empty directories, with a read-only root.
 *
 * options: objects (rendered), secrets ({ [name]: { [key]: text } }), local (text => text: addresses of the cluster to this
 * machine's), images (what `imageOf` needs).
 */
export function clusterNode({ objects, secrets, local, images }) {
  const { directory } = images;
  const configMap = (name) => {
    const found = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (!found) throw new Error(`there is no ConfigMap ${name}`);
    return found.data;
  };
  const secretItems = ({ name, secretName = name, items }) =>
    items.map(({ key, path: file }) => [file, local(secrets[secretName][key])]);
  const newDirectory = () => openDirectory(path.join(directory, 'volume-'));

  function filled(files) {
    const volume = newDirectory();
    for (const [name, text] of files) {
      mkdirSync(path.dirname(path.join(volume, name)), { recursive: true });
      writeFileSync(path.join(volume, name), text, { mode: 0o444 });
    }
    return volume;
  }

  function placeOf(volume, user) {
    if (volume.configMap) return filled(Object.entries(configMap(volume.configMap.name)));
    if (volume.secret) return filled(secretItems(volume.secret));
    if (volume.projected) return filled(volume.projected.sources.flatMap(({ secret }) => secretItems(secret)));
    if (!volume.emptyDir) throw new Error(`nothing is known of the volume ${volume.name}`);
    const place = newDirectory();
    if (isRoot) chownSync(place, user.uid, user.gid);
    return place;
  }

  const settingOf = ({ value, valueFrom }) => {
    if (value !== undefined) return value;
    if (valueFrom.secretKeyRef) return secrets[valueFrom.secretKeyRef.name][valueFrom.secretKeyRef.key];
    return configMap(valueFrom.configMapKeyRef.name)[valueFrom.configMapKeyRef.key];
  };

  function environmentOf({ env = [], envFrom = [] }) {
    const entries = [
      ...envFrom.flatMap(({ configMapRef }) => Object.entries(configMap(configMapRef.name))),
      ...env.map((entry) => [entry.name, settingOf(entry)]),
    ];
    return Object.fromEntries(entries.map(([name, value]) => [name, local(value)]));
  }

  /** A pod's containers, in the order of their start, each with `line(env, command)`: what to run for it. */
  function podOf({ object, spec }) {
    const user = { uid: spec.securityContext.runAsUser, gid: spec.securityContext.runAsGroup };
    const claimed = (object.spec.volumeClaimTemplates ?? []).map(({ metadata }) => ({
      name: metadata.name,
      emptyDir: {},
    }));
    const volumes = [...(spec.volumes ?? []), ...claimed];
    const places = new Map(volumes.map((volume) => [volume.name, placeOf(volume, user)]));
    const prepare = (container) => {
      const image = imageOf(container.image, images);
      // Every sandbox has a /tmp of its own.
      const mounts = container.volumeMounts.filter(({ mountPath }) => mountPath !== '/tmp');
      const options = {
        ...image,
        user: `${user.uid}:${user.gid}`,
        binds: [...image.binds, ...mounts.map(({ name, mountPath }) => [places.get(name), mountPath])],
      };
      // What an engine gives an account without a name.
      const env = { HOME: '/', ...image.env, ...environmentOf(container) };
      const line = (own = {}, command = container.command) =>
        sandboxed({ ...options, env: { ...env, ...own }, command });
      return { name: container.name, line };
    };
    const { initContainers = [], containers } = spec;
    return { name: object.metadata.name, before: initContainers.map(prepare), main: prepare(containers[0]) };
  }

  const run = ({ command, args }) => runCommand(command, args, { stdio: 'pipe', limitMs });

  /** One container after the other until one fails: { code, output }. */
  async function runAll(containers, env) {
    const lines = [];
    for (const { name, line } of containers) {
      const { code, output } = await run(line(env));
      lines.push(output);
      if (code !== 0) return { code, output: `${lines.join('')}${name} ended with ${code}` };
    }
    return { code: 0, output: lines.join('') };
  }

  const podOfObject = (object) => podOf(podsOf([object])[0]);

  return {
    /** A Job, or a CronJob's next, to its end: { code, output }. */
    runJob(object) {
      const { before, main } = podOfObject(object);
      return runAll([...before, main]);
    },
    /** Another command in the place of a workload's container: { code, output }. */
    execute: (object, command, env) => run(podOfObject(object).main.line(env, command)),
    /** A Deployment's pod once it says that it is ready; `ports` stand in for the pod's own. Resolves to { name, stop() }. */
    async start(object, ports) {
      const { name, before, main } = podOfObject(object);
      const { code, output } = await runAll(before);
      if (code !== 0) throw new Error(`${name}: ${output}`);
      const lines = [];
      const onLine = (text) => lines.push(text) > 40 && lines.shift();
      const child = startChild({ name, ...main.line(ports), killAfterMs: endTimeoutMs, onLine });
      const ended = child.exited.then(({ code: ending, signal }) => {
        throw new Error(`${name} ended with ${signal ?? ending} before it was ready\n${lines.join('\n')}`);
      });
      const opsAddress = `http://127.0.0.1:${ports.OPS_PORT}`;
      await Promise.race([untilReady({ name, opsAddress, timeoutMs: limitMs }), ended]);
      ended.catch(() => undefined);
      return { name, stop: () => child.stop() };
    },
  };
}
