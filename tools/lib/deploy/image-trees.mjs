import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot, root } from '../paths.mjs';
import { contextFiles } from './build-context.mjs';
import { entryOf } from './compose-file.mjs';
import { productionPlaces } from './packages-of.mjs';
import { sourceFilesIn } from './tree-files.mjs';

const labels = ['title', 'description', 'version', 'revision'].map((name) => `org.opencontainers.image.${name}`);

/** What a stage says of its image, before anything is made. */
export function imageFaults(stage) {
  return [
    ...(/^[1-9]\d*:[1-9]\d*$/.test(stage.user ?? '') ? [] : [`runs as ${stage.user ?? 'root'}`]),
    ...(stage.command ? [] : ['has no command in the form of a list']),
    ...(stage.health?.command ? [] : ['has no health check in the form of a list']),
    ...(stage.stopSignal === 'SIGTERM' ? [] : ['is not stopped by SIGTERM']),
    ...(/:\d+\.\d+\.\d+-[\w.]+$|@sha256:[0-9a-f]{64}$/.test(stage.image)
      ? []
      : [`stands on ${stage.image}, not pinned`]),
    ...labels.filter((name) => !stage.labels[name]).map((name) => `has no label ${name}`),
  ];
}

/** The images run the Node that everything here is tested with. */
export function nodeVersionFaults(stages) {
  const { devDependencies } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const wanted = `node:${devDependencies.node}-slim`;
  return stages.process.image === wanted ? [] : [`the images stand on ${stages.process.image}, tests run on ${wanted}`];
}

const neverInContext = /(^|\/)(\.git|node_modules|\.data|\.env|secrets)(\/|$)|\.(pem|key)$/;

/** What a build is handed holds no secret and no history. */
export const contextFaults = () =>
  contextFiles(root)
    .filter((file) => neverInContext.test(file))
    .map((file) => `the build is given ${file}`);

/** Nothing but what the workspace needs in production, and all of that which this platform has. */
export function packageFaults(tree, stage) {
  const { folder } = entryOf(stage.command);
  const record = JSON.parse(readFileSync(path.join(tree, stage.workdir, 'node_modules', '.package-lock.json'), 'utf8'));
  const installed = Object.entries(record.packages).filter(
    ([place, entry]) => place.includes('node_modules/') && !entry.link,
  );
  const wanted = productionPlaces(folder);
  const locked = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')).packages;
  const present = (place) => existsSync(path.join(tree, stage.workdir, place, 'package.json'));
  const foreign = installed.filter(([place, entry]) => !wanted.includes(place) && !entry.optional);
  const absent = wanted.filter((place) => !locked[place].optional && !locked[place].peer && !present(place));
  return [
    ...foreign.map(([place]) => `holds ${place}, which ${folder} does not need`),
    ...absent.map((place) => `lacks ${place}`),
  ];
}

const neverInImage = /\.spec\.|(^|\/)src\/|(^|\/)\.npmrc$|(^|\/)\.env/;

/** Its own code and no test, source or setting of a person's machine. */
export const fileFaults = (tree, stage) =>
  sourceFilesIn(path.join(tree, stage.workdir))
    .filter((file) => neverInImage.test(file))
    .map((file) => `holds ${file}`);
