import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { fromRoot } from '../../tools/lib/paths.mjs';

/** Settings that Node, the C library or the image itself reads. */
export const ofTheRuntime = [
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'RELEASE_VERSION',
  'RELEASE_REVISION',
];

const load = (...place) => import(pathToFileURL(fromRoot(...place)).href);

/** Maps the name of an entry file to its settings, which a service's configuration or the platform package declares. */
const ofService = {
  main: (config) => config.serviceSettings ?? config.settings,
  worker: (config) => config.workerSettings,
  check: (config) => config.checkSettings,
  operator: (config) => config.operatorSettings,
};
const ofPlatform = {
  migrate: (platform) => platform.migrationSettings,
  migrated: (platform) => platform.databaseSettings,
  rebuild: (platform) => platform.migrationSettings,
};

/** @throws Error if the settings of the entry are unknown */
export async function settingsOf({ folder, entry }) {
  const config = await load(folder, 'dist', 'kernel', 'config.js');
  const platform = await load('packages', 'platform', 'dist', 'index.js');
  const found = ofService[entry]?.(config) ?? ofPlatform[entry]?.(platform);
  if (!found) throw new Error(`${folder} exports no settings for ${entry}`);
  return z.object(found.shape ?? found);
}

/** Returns the environment variables that Caddy's configuration reads. */
export const settingsOfEdge = () =>
  [...readFileSync(fromRoot('deploy', 'edge', 'Caddyfile'), 'utf8').matchAll(/\{\$(\w+)/g)].map(([, name]) => name);

/** Returns the secrets that a pod mounts as [{ volume, secret, items }]. */
export const secretVolumes = ({ spec }) =>
  (spec.volumes ?? []).flatMap(({ name: volume, secret, projected }) => {
    const several = (projected?.sources ?? []).flatMap((source) => source.secret ?? []);
    const all = secret ? [{ name: secret.secretName, items: secret.items }, ...several] : several;
    return all.map(({ name, items = [] }) => ({ volume, secret: name, items }));
  });

/** Returns a Map from each volume of the pod to its files that come from secrets: [{ file, secret, key }]. */
export function filesOf(pod) {
  const ofVolume = Map.groupBy(secretVolumes(pod), ({ volume }) => volume);
  const filesIn = (volume) =>
    (ofVolume.get(volume) ?? []).flatMap(({ secret, items }) =>
      items.map(({ key, path }) => ({ file: path, secret, key })),
    );
  return new Map((pod.spec.volumes ?? []).map(({ name }) => [name, filesIn(name)]));
}

/** Returns the names of the pod's variables, without `_FILE`, and the keys of its secrets. */
export function settingsGivenTo(pod) {
  const variables = pod.containers.flatMap(({ env = [] }) => env.map(({ name }) => name.replace(/_FILE$/, '')));
  const isServer = pod.labels['app.kubernetes.io/component'] === 'server';
  const files = isServer ? [] : [...filesOf(pod).values()].flat().map(({ key }) => key);
  return [...new Set([...variables, ...files])];
}
