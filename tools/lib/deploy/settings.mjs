import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { fromRoot } from '../paths.mjs';

/** Read by Node, by the C library, or by the image itself. */
export const ofTheRuntime = [
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'RELEASE_VERSION',
  'RELEASE_REVISION',
];

const load = (...place) => import(pathToFileURL(fromRoot(...place)).href);

/** The settings of a process, by the name of its entry; from the service's configuration, or else the platform's. */
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

/** Resolves to the zod object of the settings that `<folder>/dist/<entry>.js` reads. @throws Error if none are exported */
export async function settingsOf({ folder, entry }) {
  const config = await load(folder, 'dist', 'kernel', 'config.js');
  const platform = await load('packages', 'platform', 'dist', 'index.js');
  const found = ofService[entry]?.(config) ?? ofPlatform[entry]?.(platform);
  if (!found) throw new Error(`${folder} exports no settings for ${entry}`);
  return z.object(found.shape ?? found);
}
