import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { API } from 'typescript/unstable/sync';
import { edited } from './edits.mjs';
import { mutantsOf, probesOf } from './mutants.mjs';

const directory = mkdtempSync(path.join(tmpdir(), 'candid-mutants-'));
afterAll(() => rmSync(directory, { recursive: true }));

function mutantsIn(text: string) {
  const file = path.join(directory, 'subject.ts');
  writeFileSync(file, text);
  writeFileSync(path.join(directory, 'tsconfig.json'), '{ "compilerOptions": { "types": [], "noLib": true } }');
  const api = new API({ cwd: directory });
  const project = path.join(directory, 'tsconfig.json');
  const sourceFile = api
    .updateSnapshot({ openProjects: [project] })
    .getProject(project)
    ?.program.getSourceFile(file);
  const mutants = mutantsOf(sourceFile);
  api.close();
  return mutants;
}

const broken = (text: string) => mutantsIn(text).map((mutant) => edited(text, [mutant]));

describe('the mutants of a file', () => {
  it.each([
    ['const over = (a) => a <= b;', ['const over = (a) => !(a <= b);', 'const over = (a) => a < b;']],
    ['if (late) throw error;', ['if (!(late)) throw error;', 'if (false) throw error;', 'if (late) ;']],
    ['book(2);', [';', 'book(3);', 'book((1));']],
    ['const isOpen = !closed;', ['const isOpen = (closed);']],
    ['const next = { ...state, count };', ['const next = {  count };', 'const next = { ...state,  };']],
    ['const all = list.every(isDone);', ['const all = list.some(isDone);']],
  ])('of `%s` each change what it does', (text, expected) => {
    expect(broken(text)).toEqual(expected);
  });

  it.each([
    ['type Level = 1 | true;'],
    ["import { a } from 'b';"],
    ['this.logger.info({ count: 1 });'],
    ['const { waitMs = 2_000 } = options;'],
  ])('do not touch `%s`', (text) => {
    expect(broken(text)).toEqual([]);
  });
});

describe('the probes of mutants', () => {
  it('report each place that runs and leave the result as it is', () => {
    const text = 'const price = (n, bonus) => { if (n > 2 && bonus) return n - 1; return [n, { n, k: 1 }]; };';
    const mutants = mutantsIn(text);
    const probed = edited(
      text,
      mutants.flatMap((mutant: unknown, id: number) => probesOf(mutant, id, text)),
    );
    const reached = new Set<number>();
    const run = new Function('globalThis', `${probed} return price(1, true);`);
    expect(run({ reportReached: (id: number) => reached.add(id) })).toEqual([1, { n: 1, k: 1 }]);
    const places = mutants
      .filter((_: unknown, id: number) => reached.has(id))
      .map(({ start }: { start: number }) => start);
    expect(places).not.toContain(text.indexOf('n - 1'));
    expect(places).toContain(text.indexOf('[n,'));
  });
});
