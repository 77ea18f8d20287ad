import { describe, expect, it } from '@jest/globals';

const { holdsEvery } = await import('./install.mjs');

const wanted = {
  '': { version: '1.0.0' },
  'packages/own': { version: '0.1.0' },
  'node_modules/@own/own': { link: true },
  'node_modules/pg': { version: '8.0.0' },
  'packages/own/node_modules/nested': { version: '2.0.0' },
  'node_modules/jest': { version: '30.0.0', dev: true },
  'node_modules/other-platform': { version: '1.0.0', optional: true },
};
const ofStart = {
  'node_modules/@own/own': { link: true },
  'node_modules/pg': { version: '8.0.0' },
  'packages/own/node_modules/nested': { version: '2.0.0' },
};
const ofTools = { ...ofStart, 'node_modules/jest': { version: '30.0.0', dev: true } };

describe('what is installed', () => {
  it('is enough for a start without the packages of tests and tools, and not for them', () => {
    expect(holdsEvery(wanted, ofStart, { withTools: false })).toBe(true);
    expect(holdsEvery(wanted, ofStart)).toBe(false);
  });

  it('is enough for everything once all packages are there', () => {
    expect(holdsEvery(wanted, ofTools, { withTools: false })).toBe(true);
    expect(holdsEvery(wanted, ofTools)).toBe(true);
  });

  it('is not enough with another version of a package, and not with nothing', () => {
    const older = { ...ofTools, 'packages/own/node_modules/nested': { version: '1.0.0' } };
    expect(holdsEvery(wanted, older, { withTools: false })).toBe(false);
    expect(holdsEvery(wanted, {}, { withTools: false })).toBe(false);
  });
});
