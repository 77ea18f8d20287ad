/**
 * `npm run soak -- [--replicas 2] [--minutes 5] [--seed N]`: runs the whole system with `--replicas` of each process
 * behind a small load balancer under a steady load, and sends SIGTERM or SIGKILL to one process after another. With
 * `--from COMMIT`, it instead replaces that version by this one, process by process; with `--faults`, it injects and
 * heals one fault after another. The exit code is 1 if an invariant fails.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exitWith } from '../tools/lib/process-end.mjs';
import { onProjectNode } from '../tools/lib/relaunch.mjs';
import { say } from '../tools/lib/say.mjs';

const usage = `npm run soak -- [options]
  --replicas N    of each process (2)
  --minutes N     of load (5); with --from, of both versions side by side (1)
  --seed N        of everything that is drawn by lot (the time)
  --owners N      people at once who upload and are assessed (4)
  --from COMMIT   begins with the version of that commit and rolls this one out
  --back          with --from: rolls it back, and out once more
  --nats-servers N, --postgres-servers N
                  with --faults: one cluster of so many (1); streams are on all, commits on two
  --faults NAMES  these faults one after another, separated by commas, or all; with 20 minutes by default`;

function readOptions() {
  const text = { type: 'string' };
  const { values } = parseArgs({
    options: {
      replicas: text,
      minutes: text,
      seed: text,
      owners: text,
      from: text,
      faults: text,
      'nats-servers': text,
      'postgres-servers': text,
      back: { type: 'boolean' },
    },
  });
  const numbers = {
    replicas: Number(values.replicas ?? 2),
    minutes: Number(values.minutes ?? (values.faults ? 20 : values.from ? 1 : 5)),
    seed: Number(values.seed ?? Date.now() % 1_000_000),
    owners: Number(values.owners ?? 4),
    natsServers: Number(values['nats-servers'] ?? 1),
    postgresServers: Number(values['postgres-servers'] ?? 1),
  };
  if (Object.values(numbers).some((number) => !(number > 0)) || numbers.replicas < 2 || (values.back && !values.from))
    throw new Error(usage);
  return { ...numbers, faults: values.faults, from: values.from, back: values.back ?? false };
}

async function run(options) {
  if (options.faults) return (await import('./runs/fault-soak.mjs')).runFaultSoak(options);
  if (options.from) return (await import('./runs/rollout.mjs')).runRollout(options);
  return (await import('./runs/soak.mjs')).runSoak(options);
}

await exitWith(async () => {
  const options = readOptions();
  await onProjectNode(fileURLToPath(import.meta.url));
  const { ensureBuilt } = await import('../tools/lib/build.mjs');
  await ensureBuilt(say);
  return (await run(options)) ? 0 : 1;
});
