import { readJson } from '../json-file.mjs';
import { fromRoot } from '../paths.mjs';

/** Returns the lock file's entry of the package that Node finds as `name` from `place`, or undefined. */
function entryFrom(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found || folder === '') return found;
    if (!folder.includes('node_modules/')) folder = '';
  }
}

/**
 * Packages that the lock file names as optional and has no entry for, a line each. npm leaves out those of other platforms where it
 * writes a lock file beside an install, and then `npm ci` refuses the file everywhere.
 *
 * @param packages of a lock file: { [place]: { version, optionalDependencies? } }
 */
export function missingOptionals(packages = readJson(fromRoot('package-lock.json')).packages) {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !entryFrom(packages, place, name))
      .map(([name, range]) => `package-lock.json has no entry for ${name}@${range}, which ${place} names`),
  );
}
