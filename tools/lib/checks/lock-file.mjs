import { readJson } from '../json-file.mjs';
import { fromRoot } from '../paths.mjs';

function entryFrom(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found || folder === '') return found;
    if (!folder.includes('node_modules/')) folder = '';
  }
}

/** npm leaves out packages of other platforms beside an install; `npm ci` then refuses the lock file. */
export function missingOptionals(packages = readJson(fromRoot('package-lock.json')).packages) {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !entryFrom(packages, place, name))
      .map(([name, range]) => `package-lock.json has no entry for ${name}@${range}, which ${place} names`),
  );
}
