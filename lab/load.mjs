/**
 * `npm run load -- [--people 100000] [--minutes 10]`: runs the whole system with two replicas of each process and a
 * filled database, under the peak load of this number of people with the habits of docs/capacity.md. Arrivals are an
 * open loop; a latency begins at the intended time of its call. The exit code is 1 if an answer is a 5xx or wrong, but
 * not if a goal is missed.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exitWith } from '../tools/lib/process-end.mjs';
import { onProjectNode } from '../tools/lib/relaunch.mjs';
import { say } from '../tools/lib/say.mjs';

const usage = `npm run load -- [options]
  --people N     registered people (100000)
  --minutes N    of load (10)
  --find-limit   then double the load while it holds the goals
  --data DIR     keep the filled system there, and use what an earlier run filled
  --seed N       of everything that is drawn by lot (the time)`;

function readOptions() {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  const { values } = parseArgs({
    options: { people: text, minutes: text, seed: text, data: text, 'find-limit': flag },
  });
  const numbers = {
    people: Number(values.people ?? 100_000),
    minutes: Number(values.minutes ?? 10),
    seed: Number(values.seed ?? Date.now() % 1_000_000),
  };
  if (Object.values(numbers).some((number) => !(number > 0))) throw new Error(usage);
  return { ...numbers, data: values.data && path.resolve(values.data), isLimitWanted: values['find-limit'] };
}

await exitWith(async () => {
  const options = readOptions();
  await onProjectNode(fileURLToPath(import.meta.url));
  const { ensureBuilt } = await import('../tools/lib/build.mjs');
  await ensureBuilt(say);
  return (await (await import('./load/run-load.mjs')).runLoad(options)) ? 0 : 1;
});
