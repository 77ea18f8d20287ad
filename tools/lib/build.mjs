import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { readJson, writeJson } from './json-file.mjs';
import { fromRoot, nodeBinary } from './paths.mjs';
import { runCommand } from './run.mjs';
import { seconds } from './say.mjs';
import { sourceFilesBelow } from './source-files.mjs';
import { databaseNames } from './start/secrets.mjs';

const stampFile = fromRoot('.cache', 'build.json');

/** Changes if a file below `place` is added, removed or written. Uses only paths, sizes and times of files. */
function stampOf(place) {
  const hash = createHash('sha256');
  for (const file of sourceFilesBelow(fromRoot(place))) {
    if (/\.spec\.tsx?$/.test(file)) continue;
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function stamps() {
  const known = new Map();
  return (places) => {
    for (const place of places) if (!known.has(place)) known.set(place, stampOf(place));
    return places.map((place) => known.get(place)).join();
  };
}

const ofServices = ['packages', 'gateway', 'services', 'tsconfig.json', 'tsconfig.base.json', 'package-lock.json'];

const product = ['gateway', ...databaseNames.map((name) => `services/${name}`)];

/** The other builds use the output of the first build. */
const [services, ...others] = [
  {
    name: 'services',
    sources: ofServices,
    results: ['gateway/dist/main.js'],
    command: ['tsc', ['-b', ...product]],
  },
  {
    name: 'tools',
    sources: [...ofServices, 'lab'],
    results: ['packages/testing/dist/index.js', 'lab/dist/bench/main.js'],
    command: ['tsc', ['-b']],
  },
  {
    name: 'processes',
    sources: [
      ...ofServices,
      ...['bundle.mjs', 'one-process.mjs', 'lib/servers/nats-users.mjs'].map((file) => `tools/${file}`),
    ],
    results: [
      'gateway/bundle/main.js',
      'services/tokens/bundle/worker.js',
      'tools/bundle/one-process.js',
      'tools/bundle/nats_users.conf',
    ],
    command: [nodeBinary, ['tools/bundle.mjs']],
  },
  ...['en', 'de'].map((language) => ({
    name: `app (${language})`,
    sources: ['frontend', 'packages/contracts', 'package-lock.json'],
    results: [`frontend/dist/${language}/index.html`],
    command: ['vite', ['build', '--logLevel', 'warn'], 'frontend'],
    // A test that builds the app overrides NODE_ENV to get React's checks for developers.
    env: { NODE_ENV: 'production', APP_LANGUAGE: language },
  })),
];

/** Builds that a start needs. Builds for tests and benchmarks would need further packages. */
export const productBuilds = ['services', 'processes', 'app (en)', 'app (de)'];

const everyBuild = [...productBuilds, 'tools'];

async function build({ name, command: [program, args, directory], env }, say) {
  const startedAt = performance.now();
  say(`building the ${name}`);
  const cwd = fromRoot(directory ?? '.');
  const { code, output } = await runCommand(program, args, { cwd, env, stdio: 'pipe' });
  if (code !== 0) throw new Error(`building the ${name} failed (${program} ${args.join(' ')}):\n${output}`);
  say(`built the ${name} in ${seconds(startedAt)}`);
}

let lastBuild = Promise.resolve();

/** If a build fails, throws an error with the compiler's messages. Concurrent callers build one after another. */
export function ensureBuilt(say, names = everyBuild) {
  lastBuild = lastBuild.catch(() => undefined).then(() => buildChanged(say, names));
  return lastBuild;
}

async function buildChanged(say, names) {
  const stampsOf = stamps();
  await ensureOne(services, stampsOf, say);
  const outcomes = await Promise.allSettled(
    others.filter(({ name }) => names.includes(name)).map((wanted) => ensureOne(wanted, stampsOf, say)),
  );
  for (const { reason } of outcomes) if (reason) throw reason;
}

async function ensureOne(wanted, stampsOf, say) {
  const stamp = stampsOf(wanted.sources);
  const isBuilt = wanted.results.every((file) => existsSync(fromRoot(file)));
  if (isBuilt && readJson(stampFile)?.[wanted.name] === stamp) return;
  await build(wanted, say);
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeJson(stampFile, { ...readJson(stampFile), [wanted.name]: stamp });
}
