import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const { readJson } = await import('../json-file.mjs');
const { fromRoot } = await import('../paths.mjs');
const { sourceFilesBelow } = await import('../source-files.mjs');

const workspaces = Object.keys(readJson(fromRoot('package-lock.json')).packages).filter(
  (place) => place !== '' && !place.includes('node_modules'),
);

/** vite-plugin-pwa loads this package if it is installed; without it, the built app has no icons. */
const loadedByOthers = ['@vite-pwa/assets-generator'];

/** A package of types counts as used if the package that it describes is imported. */
const importedName = (listed: string) => listed.replace(/^@types\//, '');

function unusedIn(workspace: string): string[] {
  const { dependencies = {}, devDependencies = {} } = readJson(fromRoot(workspace, 'package.json'));
  const files = [...sourceFilesBelow(fromRoot(workspace))].filter((file) => /\.(tsx?|mjs|css)$/.test(file));
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  return Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !loadedByOthers.includes(name) && !new RegExp(`['"]${importedName(name)}(/[^'"]*)?['"]`).test(source),
  );
}

it.each(workspaces)('the packages that %s lists are imported there', (workspace) => {
  expect(unusedIn(workspace)).toEqual([]);
});
