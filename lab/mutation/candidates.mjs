import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { API } from 'typescript/unstable/sync';
import { decisions } from '../../.dependency-cruiser.mjs';
import { fromRoot, root } from '../../tools/lib/paths.mjs';
import { edited } from './edits.mjs';
import { mutantsOf } from './mutants.mjs';

/** The decisions, the ledger and the event store: a test must fail if this code is wrong. */
const scope = [...decisions, '^services/tokens/src/(chain|ledger|snapshots)/', '^packages/event-store/src/'].map(
  (place) => new RegExp(place),
);

const isSubject = (file) => scope.some((place) => place.test(file)) && !/\.spec\.ts$|\/test-kit\.ts$/.test(file);

/** Codes with which TypeScript reports unused names. A mutant with only such errors can run. */
const unusedCodes = new Set([6133, 6138, 6192, 6196, 6198, 6199]);

/** Opens a workspace in TypeScript's compiler, which can check another text of a file without writing the file. */
function openWorkspace(workspace) {
  const project = fromRoot(workspace, 'tsconfig.json');
  const texts = new Map();
  const api = new API({ cwd: root, fs: { readFile: (file) => texts.get(file) } });
  let snapshot = api.updateSnapshot({ openProjects: [project] });
  const program = () => snapshot.getProject(project).program;
  return {
    mutantsOf: (file) => mutantsOf(program().getSourceFile(file)),
    compiles(file, text) {
      const changed = [...new Set([...texts.keys(), file])];
      texts.clear();
      texts.set(file, text);
      const earlier = snapshot;
      snapshot = api.updateSnapshot({ fileChanges: { changed } });
      earlier.dispose();
      const faults = [...program().getSyntacticDiagnostics(file), ...program().getSemanticDiagnostics(file)];
      return faults.every(({ code }) => unusedCodes.has(code));
    },
    close: () => api.close(),
  };
}

const workspaceOf = (file) => path.relative(root, file).split(path.sep, 2).join('/');

/** Returns the folder whose tests must detect the mutant: the code's capability or, if it has none, its workspace. */
const areaOf = (file) =>
  /^services\/[^/]+\/src\/(?!domain\/)[^/]+/.exec(path.relative(root, file))?.[0] ?? workspaceOf(file);

function describe(mutant, file, text) {
  const lineStart = text.lastIndexOf('\n', mutant.start - 1) + 1;
  const nextBreak = text.indexOf('\n', mutant.end);
  const lineEnd = nextBreak < 0 ? text.length : nextBreak;
  const inline = (part) => part.replaceAll(/\s+/g, ' ').trim();
  return {
    ...mutant,
    file,
    workspace: workspaceOf(file),
    area: areaOf(file),
    place: `${path.relative(root, file)}:${text.slice(0, mutant.start).split('\n').length}`,
    before: inline(text.slice(lineStart, lineEnd)),
    after: inline(text.slice(lineStart, mutant.start) + mutant.replacement + text.slice(mutant.end, lineEnd)),
  };
}

function shuffled(list, random) {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draws `count` random mutants that type-check, at most one per line, from files whose path contains `only`.
 * A mutant: { file, workspace, area, place, before, after, start, end, replacement, reached }.
 */
export function drawMutants({ count, seed, only = '' }) {
  const random = randomOf(seed);
  const files = globSync('{packages,services}/*/src/**/*.ts', { cwd: root }).filter(isSubject).sort();
  const chosen = files.filter((file) => file.includes(only)).map((file) => fromRoot(file));
  const workspaces = new Map([...new Set(chosen.map(workspaceOf))].map((name) => [name, openWorkspace(name)]));
  const textOf = new Map(chosen.map((file) => [file, readFileSync(file, 'utf8')]));
  const lines = Map.groupBy(
    chosen.flatMap((file) =>
      workspaces
        .get(workspaceOf(file))
        .mutantsOf(file)
        .map((mutant) => describe(mutant, file, textOf.get(file))),
    ),
    ({ place }) => place,
  );
  const drawn = [];
  for (const mutants of shuffled([...lines.values()], random)) {
    if (drawn.length === count) break;
    const mutant = shuffled(mutants, random).find(({ file, workspace, ...edit }) =>
      workspaces.get(workspace).compiles(file, edited(textOf.get(file), [edit])),
    );
    if (mutant) drawn.push(mutant);
  }
  for (const workspace of workspaces.values()) workspace.close();
  return drawn;
}
