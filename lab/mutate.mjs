/**
 * `npm run mutate -- [--count 200] [--seed N] [--only PATH] [--goal 85]`: tests the tests. Changes random lines of the decisions,
 * the ledger and the event store, one at a time, and runs the spec files that execute the changed line: unit tests first,
 * then integration tests if the mutant has survived. Reports the share of killed mutants, and each survivor.
 *
 * Mutants that do not type-check are not drawn. A mutant that exceeds the time limit counts as killed (endless loop).
 * Only spec files of the line's own capability or package run, so a mutant that only other tests would detect survives.
 * Jest's transform applies the change; source files are not written. The exit code is 1 if the share is below the goal.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exitWith, outliveSignals } from '../tools/lib/process-end.mjs';
import { onProjectNode } from '../tools/lib/relaunch.mjs';
import { say, seconds } from '../tools/lib/say.mjs';

const workers = 2;
const tiers = [
  { tier: 'unit', limitMs: 120_000 },
  { tier: 'int', limitMs: 300_000, needsServers: true },
];

const usage = `npm run mutate -- [options]
  --count N    mutants (200)
  --seed N     of the draw (the time)
  --only PATH  only files whose path contains this
  --goal N     percent that tests must kill (85)`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      goal: { type: 'string' },
    },
  });
  const count = Number(values.count ?? 200);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const goal = Number(values.goal ?? 85);
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed) || !(goal >= 0 && goal <= 100))
    throw new Error(usage);
  return { count, seed, only: values.only, goal };
}

const isInterrupted = outliveSignals();

function stopIfInterrupted() {
  if (isInterrupted()) throw new Error('interrupted');
}

/** Processes the queue, with `workers` items at a time. */
async function inParallel(queue, work) {
  const rest = queue.values();
  const worker = async (_, number) => {
    for (const item of rest) await work(item, number);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

/** Runs one tier and resolves to the surviving mutants. `reached` collects the mutants that some spec file executes. */
async function runTier({ tier, limitMs }, mutants, { directory, env, reached, count }) {
  const { specsThatReach, verdictOf } = await import('./mutation/jest-runs.mjs');
  const specs = await specsThatReach(tier, mutants, { directory, env });
  stopIfInterrupted();
  const survivors = [];
  await inParallel(mutants, async (mutant, number) => {
    const own = specs.get(mutant);
    const verdict = await verdictOf(mutant, own, { name: `${tier}-${number}`, limitMs, directory, env });
    stopIfInterrupted();
    if (own.length > 0) reached.add(mutant);
    if (verdict === 'survived') survivors.push(mutant);
    count(verdict);
    say(`  ${verdict.padEnd(9)} ${tier.padEnd(4)} ${mutant.place}`);
  });
  return survivors;
}

async function run({ count, seed, only, goal }) {
  const startedAt = performance.now();
  const { drawMutants } = await import('./mutation/candidates.mjs');
  const { startTestServers } = await import('../tools/lib/servers/test-servers.mjs');
  const mutants = drawMutants({ count, seed, only });
  say(`${mutants.length} mutants, seed ${seed}, drawn in ${seconds(startedAt)}`);
  const directory = mkdtempSync(path.join(tmpdir(), 'candid-mutants-'));
  const reached = new Set();
  let timedOut = 0;
  const countVerdict = (verdict) => {
    if (verdict === 'timed out') timedOut += 1;
  };
  let survivors = mutants;
  try {
    for (const tier of tiers) {
      if (survivors.length === 0) break;
      const servers = tier.needsServers ? await startTestServers() : undefined;
      try {
        const options = { directory, env: servers?.environment, reached, count: countVerdict };
        survivors = await runTier(tier, survivors, options);
      } finally {
        await servers?.stop();
      }
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  const killed = mutants.length - survivors.length;
  for (const mutant of survivors) {
    say(`\n${mutant.place}  ${reached.has(mutant) ? 'survived' : 'no test executes it'}`);
    say(`  - ${mutant.before}\n  + ${mutant.after}`);
  }
  const share = mutants.length === 0 ? 1 : killed / mutants.length;
  say(`\n${killed} of ${mutants.length} killed (${(share * 100).toFixed(1)} %), ${timedOut} of them by the time limit`);
  say(`seed ${seed}, ${seconds(startedAt)}`);
  return share * 100 >= goal;
}

await exitWith(async () => {
  const options = readOptions();
  await onProjectNode(fileURLToPath(import.meta.url));
  return (await run(options)) ? 0 : 1;
});
