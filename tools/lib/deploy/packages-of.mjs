import { readFileSync } from 'node:fs';
import { fromRoot } from '../paths.mjs';

/** Where Node finds `name` when `place` of the lock file asks for it: the nearest node_modules above it that has it. */
function resolvePlace(packages, place, name) {
  for (let folder = place; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (folder === '') return undefined;
  }
}

/** A peer that may be absent is there only where something else asks for it. */
function namesOf({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta: peers = {} }) {
  const needed = Object.keys(peerDependencies).filter((name) => !peers[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...needed];
}

/**
 * The places of the lock file that a workspace's code may load outside of development, without links: reckoned here from
 * the lock file alone, beside what npm makes of it.
 */
export function productionPlaces(folder) {
  const { packages } = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8'));
  const reached = new Set();
  const visit = (place) => {
    const entry = packages[place];
    if (reached.has(place) || !entry) return;
    reached.add(place);
    if (entry.link) return visit(entry.resolved);
    for (const name of namesOf(entry)) {
      const next = resolvePlace(packages, place, name);
      if (next) visit(next);
    }
  };
  visit(folder);
  return [...reached].filter((place) => place.includes('node_modules/') && !packages[place].link);
}
