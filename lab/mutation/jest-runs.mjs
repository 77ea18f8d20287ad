import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot, nodeBinary } from '../../tools/lib/paths.mjs';
import { runCommand } from '../../tools/lib/run.mjs';
import { probesOf } from './mutants.mjs';

const jest = [
  '--experimental-vm-modules',
  '--no-warnings',
  fromRoot('node_modules', 'jest', 'bin', 'jest.js'),
  '--config',
  fromRoot('lab', 'mutation', 'jest.config.mjs'),
];

const runJest = (args, { env = {}, limitMs } = {}) =>
  runCommand(nodeBinary, [...jest, ...args], { env, limitMs, stdio: 'pipe' });

/** Finds the tier's spec files in each mutant's area that import the mutated file, directly or through other files. */
async function specsOf(tier, mutants) {
  const specs = new Set();
  for (const [area, group] of Map.groupBy(mutants, (mutant) => mutant.area)) {
    const files = [...new Set(group.map(({ file }) => file))];
    const { output } = await runJest([
      '--listTests',
      '--testMatch',
      `**/*.${tier}.spec.ts`,
      '--findRelatedTests',
      ...files,
    ]);
    for (const line of output.split('\n')) if (line.startsWith(fromRoot(area, '/'))) specs.add(line);
  }
  return [...specs];
}

/** Runs Jest on edited sources. `edits`: { file: edits }, which is written to a list in `directory`. */
async function runEdited(name, edits, args, { directory, env, limitMs }) {
  const list = path.join(directory, `${name}.edits.json`);
  writeFileSync(list, JSON.stringify(edits));
  const outcome = await runJest(args, { env: { ...env, SOURCE_EDITS: list }, limitMs });
  rmSync(list);
  return outcome;
}

/**
 * Runs the tier's spec files once without any mutant. Resolves to a Map from each mutant to the spec files that execute
 * its place. Throws with Jest's output if a test fails, because later failures would then prove nothing about a mutant.
 */
export async function specsThatReach(tier, mutants, { directory, env }) {
  const specs = await specsOf(tier, mutants);
  const reached = path.join(directory, `${tier}.reached`);
  const edits = {};
  for (const [id, mutant] of mutants.entries()) {
    const probes = probesOf(mutant, id, readFileSync(mutant.file, 'utf8'));
    edits[mutant.file] = [...(edits[mutant.file] ?? []), ...probes];
  }
  if (specs.length > 0) {
    const args = ['--maxWorkers', '2', '--runTestsByPath', ...specs];
    const { code, output } = await runEdited(tier, edits, args, { directory, env: { ...env, REACHED: reached } });
    if (code !== 0) throw new Error(`The ${tier} tests fail without any mutant:\n${output}`);
  }
  const records = existsSync(reached)
    ? readFileSync(reached, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  return new Map(
    mutants.map((mutant, id) => [mutant, records.filter(({ ids }) => ids.includes(id)).map(({ spec }) => spec)]),
  );
}

const stepsBetween = (spec, file) => path.relative(path.dirname(file), spec).split(path.sep).length;

/** Runs the spec files, those nearest to the mutant first, until one fails. Resolves to 'killed', 'timed out' or 'survived'. */
export async function verdictOf(mutant, specs, { name, limitMs, ...options }) {
  const { start, end, replacement, file } = mutant;
  const edits = { [file]: [{ start, end, replacement }] };
  const [nearest, ...others] = specs.toSorted((one, other) => stepsBetween(one, file) - stepsBetween(other, file));
  for (const group of [nearest ? [nearest] : [], others].filter(({ length }) => length > 0)) {
    const args = ['--runInBand', '--bail', '--runTestsByPath', ...group];
    const { code, timedOut } = await runEdited(name, edits, args, { ...options, limitMs });
    if (timedOut) return 'timed out';
    if (code !== 0) return 'killed';
  }
  return 'survived';
}
