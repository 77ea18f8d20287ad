/**
 * `node tools/bundle.mjs`: writes `bundle/` beside the `dist/` of the gateway and of each service, from what the compiler wrote
 * there. A process loads a few large files instead of 2500 small ones, which takes a third of the processor time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { fromRoot, root } from './lib/paths.mjs';

/** Entries by workspace: what is started as a process of its own, by a supervisor, by an operator or by another process. */
const entries = {
  gateway: ['main', 'operator'],
  'services/identity': ['main', 'worker', 'migrate', 'migrated', 'rebuild', 'staff'],
  'services/photos': [
    ...['main', 'worker', 'migrate', 'migrated', 'rebuild', 'check'],
    ...['imaging/image-process', 'screening/screening-process'],
  ],
  'services/assessments': ['main', 'worker', 'migrate', 'migrated', 'rebuild'],
  'services/tokens': ['main', 'worker', 'migrate', 'migrated', 'rebuild', 'check'],
};

/** Packages that read files of their own at run time. They are loaded from node_modules. */
const readingOwnFiles = /^(sharp|libheif-js|nsfwjs|@tensorflow\/.+|@vladmandic\/human)(\/.*)?$/;

/** Packages that others load if they are installed. None of them is. */
const notInstalled =
  /^(@nestjs\/(websockets|platform-express)|class-(transformer|validator)|@grpc\/.+|mqtt|amqplib|amqp-connection-manager|kafkajs|nats|@fastify\/view|pg-native)(\/.*)?$/;

/** Maps to the TypeScript files, for this project's own code alone: Node reads a map whole when it loads the file. */
const sourceMaps = {
  name: 'source-maps',
  load(file) {
    if (file.includes('node_modules')) return { code: readFileSync(file, 'utf8'), map: { mappings: '' } };
    const map = `${file}.map`;
    return existsSync(map) ? { code: readFileSync(file, 'utf8'), map: readFileSync(map, 'utf8') } : undefined;
  },
};

async function bundle(workspace) {
  const directory = fromRoot(workspace, 'bundle');
  const input = entries[workspace].map((entry) => [path.basename(entry), fromRoot(workspace, 'dist', `${entry}.js`)]);
  const bundled = await rolldown({
    cwd: root,
    input: Object.fromEntries(input),
    platform: 'node',
    external: [readingOwnFiles, notInstalled],
    plugins: [sourceMaps],
    onLog(level, { message }) {
      if (level === 'warn') throw new Error(message);
    },
  });
  await rm(directory, { recursive: true, force: true });
  // In one directory, because a process that starts another finds it beside its own file. Nest tells classes by their names.
  const chunkFileNames = '[name]-[hash].js';
  await bundled.write({ dir: directory, format: 'esm', chunkFileNames, sourcemap: true, keepNames: true });
  await bundled.close();
}

for (const workspace of Object.keys(entries)) await bundle(workspace);
