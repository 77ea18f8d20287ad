import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changedBesideMoves, suitesReachedBy } from './changes.mjs';
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
    [
      'services/identity/texts/de/letters.json',
      ['build', 'checks', 'unit', 'int', 'http', 'contract', 'browser', 'screens'],
    ],
    ['frontend/texts/de/standing.json', ['build', 'checks', 'unit', 'browser', 'screens']],
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

describe('the files that changed by more than a move', () => {
  const steps = Array.from({ length: 20 }, (_, number) => `export const step${number} = () => ${number};\n`).join('');
  const source = (imported: string, limit: number) =>
    `import { checked } from '${imported}';\n\n/** In minutes. */\nexport const limit = ${limit};\n${steps}`;
  let home: string;
  const write = (name: string, text: string) => writeFileSync(path.join(home, name), text);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: home, stdio: 'ignore' });

  beforeAll(() => {
    home = mkdtempSync(path.join(tmpdir(), 'candid-changes-'));
    write('suite.mjs', source('./checked.mjs', 20));
    write('caller.mjs', `import { limit } from './suite.mjs';\nlimit();\n`);
    write('other.mjs', 'export const other = 1;\n');
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=test', '-c', 'user.email=test@candid.example', 'commit', '--quiet', '--message', 'begin');
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it('are neither the moved file nor one that imports it', () => {
    mkdirSync(path.join(home, 'checks'));
    renameSync(path.join(home, 'suite.mjs'), path.join(home, 'checks', 'suite.mjs'));
    write('checks/suite.mjs', source('../checked.mjs', 20));
    write('caller.mjs', `import { limit } from './checks/suite.mjs';\nlimit();\n`);
    git('add', '.');
    expect(changedBesideMoves('HEAD', home)).toEqual([]);
  });

  it('are a moved file with another change, one that stays and a new one', () => {
    write('checks/suite.mjs', source('../checked.mjs', 30));
    write('other.mjs', 'export const other = 2;\n');
    write('new.mjs', '');
    expect(changedBesideMoves('HEAD', home)).toEqual(['checks/suite.mjs', 'other.mjs', 'new.mjs']);
  });
});
