import { describe, expect, it } from '@jest/globals';
import { suitesReachedBy } from './changes.mjs';
import { suiteTable } from './suite-table.mjs';

const named = (onlyInAll: boolean) =>
  Object.entries(suiteTable)
    .filter(([, suite]) => (suite.onlyInAll ?? false) === onlyInAll)
    .map(([name]) => name)
    .sort();

describe('the suites that a change reaches', () => {
  it.each([
    ['docs/operations.md', ['checks']],
    [
      'services/tokens/src/ledger/ledger.ts',
      ['build', 'checks', 'unit', 'int', 'audit', 'http', 'contract', 'browser', 'screens'],
    ],
    ['services/tokens/src/ledger/ledger.int.spec.ts', ['checks', 'unit', 'int', 'audit']],
    ['frontend/src/ui/button/button.tsx', ['build', 'checks', 'unit', 'browser', 'screens']],
    ['e2e/src/http/races.e2e.spec.ts', ['checks', 'unit', 'int', 'http']],
    ['docker-compose.yml', ['checks', 'deploy', 'containers']],
    ['deploy/nats/nats_users.conf', ['checks', 'deploy']],
  ])('of %s are known by its path', (file, suites) => {
    expect(suitesReachedBy([file])).toEqual(suites);
  });

  it('are all of `npm test` for what every suite stands on', () => {
    expect(suitesReachedBy(['package-lock.json']).sort()).toEqual(named(false));
  });

  it('of `test:all` alone are those whose own paths it touches', () => {
    const folders = ['replicas', 'fuzz', 'lighthouse', 'pictures'].map((name) => `e2e/src/${name}/a`);
    const files = ['Dockerfile', 'frontend/src/shared/photos/canvas.ts', 'lab/mutate.mjs', ...folders];
    expect(suitesReachedBy(files)).toEqual(expect.arrayContaining(named(true)));
  });
});
