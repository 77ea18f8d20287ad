/**
 * `node tools/bundle.mjs`: writes `bundle/` beside each `dist/`. Loading a few large files instead of 2500 small ones
 * takes less than half of the processor time. The NATS users are written to a file, so that a start need not load the
 * contracts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { builtNatsUsers, fromRoot, root } from './lib/paths.mjs';
import { natsUsersFile } from './lib/servers/nats-users.mjs';

const startedByPhotos = ['imaging/image-process', 'screening/screening-process'];

const entries = {
  gateway: ['main', 'operator'],
  'services/identity': ['main', 'worker', 'migrate', 'migrated', 'rebuild', 'staff'],
  'services/photos': [...['main', 'worker', 'migrate', 'migrated', 'rebuild', 'check'], ...startedByPhotos],
  'services/assessments': ['main', 'worker', 'migrate', 'migrated', 'rebuild'],
  'services/tokens': ['main', 'worker', 'migrate', 'migrated', 'rebuild', 'check'],
};

/** Packages that read their own files at run time, so they are loaded from node_modules. */
const readingOwnFiles = /^(sharp|libheif-js|nsfwjs|@tensorflow\/.+|@vladmandic\/human)(\/.*)?$/;

/** Decorators need this module to run first. If it were bundled, its chunk could run after the decorators' chunk. */
const first = 'reflect-metadata';

/** Optional dependencies of other packages. None of them is installed. */
const notInstalled =
  /^(@nestjs\/(websockets|platform-express)|class-(transformer|validator)|@grpc\/.+|mqtt|amqplib|amqp-connection-manager|kafkajs|nats|@fastify\/view|pg-native)(\/.*)?$/;

/** Maps only this project's code to its TypeScript files, because Node reads the whole map when it loads a file. */
const sourceMaps = {
  name: 'source-maps',
  load(file) {
    if (file.includes('node_modules')) return { code: readFileSync(file, 'utf8'), map: { mappings: '' } };
    const map = `${file}.map`;
    return existsSync(map) ? { code: readFileSync(file, 'utf8'), map: readFileSync(map, 'utf8') } : undefined;
  },
};

/** Marks lines without a segment as unmapped, because Node would use the source of the previous segment. */
const withUnmappedLines = (mappings) => [...mappings.split(';'), ''].map((segments) => segments || 'A').join(';');

const compiled = (workspace, names) => names.map((name) => fromRoot(workspace, 'dist', `${name}.js`));

async function bundle(workspace, files) {
  const directory = fromRoot(workspace, 'bundle');
  const input = files.map((file) => [path.basename(file, path.extname(file)), file]);
  const bundled = await rolldown({
    cwd: root,
    input: Object.fromEntries(input),
    platform: 'node',
    external: [readingOwnFiles, notInstalled, first],
    plugins: [sourceMaps],
    onLog(level, { message }) {
      if (level === 'warn') throw new Error(message);
    },
  });
  await rm(directory, { recursive: true, force: true });
  // All files are in one directory, because processes look there for their child processes' files. Nest needs class names.
  const options = { format: 'esm', chunkFileNames: '[name]-[hash].js', sourcemap: true, keepNames: true };
  const written = await bundled.write({ dir: directory, ...options });
  for (const { fileName, map } of written.output.filter((file) => file.type === 'chunk' && file.map)) {
    const mappings = withUnmappedLines(map.mappings);
    await writeFile(path.join(directory, `${fileName}.map`), JSON.stringify({ ...map, mappings }));
  }
  await bundled.close();
}

for (const [workspace, names] of Object.entries(entries)) await bundle(workspace, compiled(workspace, names));
await bundle('tools', [fromRoot('tools', 'one-process.mjs'), ...compiled('services/photos', startedByPhotos)]);
await writeFile(builtNatsUsers, natsUsersFile());
