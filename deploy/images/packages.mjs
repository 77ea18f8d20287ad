/**
 * Brings an image's production packages from the lock file, and no others.
 *
 *   node packages.mjs keep services/tokens   leaves of the workspaces that one and the packages it needs, without what is for development
 *   node packages.mjs verify                 fails unless node_modules holds the lock file's versions
 *
 * Between the two comes `npm install --no-save`. `npm ci` refuses a lock file that lacks packages of other platforms, and
 * would bring packages/testing with all it needs, because a workspace never counts as development's.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Folder and manifest of every workspace, by package name. `patterns` are folders, or `folder/*`. */
function workspacesOf(patterns) {
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return readdirSync(parent).map((name) => path.posix.join(parent, name));
  });
  const present = folders.filter((folder) => existsSync(`${folder}/package.json`));
  return new Map(
    present.map((folder) => {
      const manifest = readJson(`${folder}/package.json`);
      return [manifest.name, { folder, manifest }];
    }),
  );
}

function neededBy(name, workspaces, needed = new Set()) {
  if (!workspaces.has(name) || needed.has(name)) return needed;
  needed.add(name);
  for (const dependency of Object.keys(workspaces.get(name).manifest.dependencies ?? {}))
    neededBy(dependency, workspaces, needed);
  return needed;
}

function keep(folder) {
  const root = readJson('package.json');
  const workspaces = workspacesOf(root.workspaces);
  const wanted = [...workspaces].find(([, workspace]) => workspace.folder === folder);
  if (!wanted) throw new Error(`there is no workspace ${folder}`);
  const needed = neededBy(wanted[0], workspaces);
  for (const [name, workspace] of workspaces) {
    if (!needed.has(name)) {
      rmSync(workspace.folder, { recursive: true });
      continue;
    }
    const { devDependencies: _, ...manifest } = workspace.manifest;
    writeJson(`${workspace.folder}/package.json`, manifest);
  }
  const { devDependencies: _, scripts: __, ...manifest } = root;
  writeJson('package.json', { ...manifest, workspaces: [...needed].map((name) => workspaces.get(name).folder) });
}

/** A platform that the lock file was not written on has native packages of its own; their versions are pinned by what needs them. */
const isOfAnotherPlatform = (entry) => entry.optional === true && (entry.cpu !== undefined || entry.os !== undefined);

function verify() {
  const locked = readJson('package-lock.json').packages;
  const installed = readJson('node_modules/.package-lock.json').packages;
  const faults = Object.entries(installed).flatMap(([place, entry]) => {
    if (entry.link) return [];
    const wanted = locked[place];
    if (wanted === undefined) return isOfAnotherPlatform(entry) ? [] : [`${place} is not in the lock file`];
    if (wanted.dev) return [`${place} is for development`];
    return wanted.version === entry.version ? [] : [`${place} is ${entry.version}, not ${wanted.version}`];
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

const [command, folder] = process.argv.slice(2);
try {
  if (command === 'keep') keep(folder);
  else if (command === 'verify') verify();
  else throw new Error('usage: packages.mjs keep FOLDER | verify');
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
