/**
 * `npm run soak -- [--replicas 2] [--minutes 5] [--seed N]`: the whole system with so many of each process behind a small
 * load balancer, under a steady load, while one process after another gets SIGTERM or SIGKILL. Exit code 1 where something
 * that has to hold does not.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

const usage = `npm run soak -- [options]
  --replicas N    of each process (2)
  --minutes N     of load (5)
  --seed N        of everything that is drawn by lot (the time)
  --owners N      people at once who upload and are assessed (4)`;

function readOptions() {
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { replicas: text, minutes: text, seed: text, owners: text } });
  const numbers = {
    replicas: Number(values.replicas ?? 2),
    minutes: Number(values.minutes ?? 5),
    seed: Number(values.seed ?? Date.now() % 1_000_000),
    owners: Number(values.owners ?? 4),
  };
  if (Object.values(numbers).some((number) => !(number > 0)) || numbers.replicas < 2) throw new Error(usage);
  return numbers;
}

try {
  const options = readOptions();
  await onProjectNode(fileURLToPath(import.meta.url));
  const { ensureBuilt } = await import('./lib/build.mjs');
  await ensureBuilt(say);
  const { runSoak } = await import('./lib/soak.mjs');
  process.exit((await runSoak(options)) ? 0 : 1);
} catch (error) {
  say(error.message);
  process.exit(1);
}
