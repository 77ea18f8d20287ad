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

/** The zod object of the settings that `<folder>/dist/<entry>.js` reads. */
async function schemaOf({ folder, entry }) {
  const config = await load(folder, 'dist', 'config.js');
  if (entry === 'main') return config.serviceSettings ?? config.settings;
  if (entry === 'worker') return config.workerSettings;
  if (entry === 'operator') return config.operatorSettings;
  if (entry === 'check') return z.object(config.checkSettings.shape ?? config.checkSettings);
  const { migrationSettings } = await load('packages', 'platform', 'dist', 'index.js');
  return z.object(migrationSettings);
}

/** The zod object of a process's settings; throws where its config exports none. */
export async function settingsOf(entry) {
  const schema = await schemaOf(entry);
  if (!schema) throw new Error(`${entry.folder} exports no settings for ${entry.entry}`);
  return schema;
}
