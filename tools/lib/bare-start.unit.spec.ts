import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const importPattern = /^(?:import|export)\s[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm;

/** Returns the static imports of a file, transitively: package names and file paths. */
function importedBy(file: string, seen = new Set<string>()): Set<string> {
  for (const [, named, bare] of readFileSync(file, 'utf8').matchAll(importPattern)) {
    const name = named ?? bare!;
    const place = name.startsWith('.') ? fileURLToPath(new URL(name, `file://${file}`)) : name;
    if (seen.has(place)) continue;
    seen.add(place);
    if (name.startsWith('.')) importedBy(place, seen);
  }
  return seen;
}

it.each(['tools/test', 'tools/start', 'deploy/checks/containers/suite', 'deploy/checks/checks'])(
  '%s.mjs imports nothing that has to be built first',
  (name) => {
    const file = fileURLToPath(new URL(`../../${name}.mjs`, import.meta.url));
    expect([...importedBy(file)].filter((place) => place.startsWith('@candid/'))).toEqual([]);
  },
);
