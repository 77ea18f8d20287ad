import { expect, it } from '@jest/globals';
import { readJson } from '../json-file.mjs';
import { fromRoot } from '../paths.mjs';

interface Entry {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

/** Returns the lock file's entry of the package that Node finds as `name` from `place`, or undefined. */
function entryFrom(packages: Record<string, Entry>, place: string, name: string): Entry | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found || folder === '') return found;
    if (!folder.includes('node_modules/')) folder = '';
  }
}

/** If node_modules exists, npm may omit other platforms' packages from the lock file, which `npm ci` then rejects. */
const missingOptionals = (packages: Record<string, Entry>): string[] =>
  Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !entryFrom(packages, place, name))
      .map(([name, range]) => `package-lock.json has no entry for ${name}@${range}, which ${place} names`),
  );

const at = (version: string, ...optional: string[]) => ({
  version,
  ...(optional.length > 0 && { optionalDependencies: Object.fromEntries(optional.map((name) => [name, version])) }),
});

it('the check finds an optional package beside, inside and above the one that names it', () => {
  const packages = {
    '': {},
    'node_modules/beside': at('1.0.0'),
    'node_modules/one': at('1.0.0', 'beside', 'inside'),
    'node_modules/one/node_modules/inside': at('1.0.0'),
    'services/own/node_modules/other': at('1.0.0', 'beside'),
  };
  expect(missingOptionals(packages)).toEqual([]);
});

it('the check names an optional package that has no entry', () => {
  const packages = { '': {}, 'node_modules/one': at('1.0.0', 'other-platform') };
  expect(missingOptionals(packages)).toEqual([
    'package-lock.json has no entry for other-platform@1.0.0, which node_modules/one names',
  ]);
});

it('the lock file of this repository misses no optional package', () => {
  expect(missingOptionals(readJson(fromRoot('package-lock.json')).packages)).toEqual([]);
});
