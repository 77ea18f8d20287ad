import { expect, it } from '@jest/globals';

const { missingOptionals } = await import('./lock-file.mjs');
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
  expect(missingOptionals()).toEqual([]);
});
