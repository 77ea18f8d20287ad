import { describe, expect, it } from '@jest/globals';
import { suitesReachedBy } from './changes.mjs';

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
  ])('of %s are known by its path', (file, suites) => {
    expect(suitesReachedBy([file])).toEqual(suites);
  });

  it('are all for what every suite stands on', () => {
    expect(suitesReachedBy(['package-lock.json'])).toHaveLength(11);
  });
});
