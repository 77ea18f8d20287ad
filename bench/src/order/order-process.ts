import { follow } from './followers.js';
import { raceAppends } from './race-appends.js';
import { appendInSlices, readInSlices, transferInSlices } from './rates.js';

/** One process of a service. Its parent says what it does, and asks it for one slice of work at a time if it works in slices. */
const roles = { appendInSlices, readInSlices, transferInSlices, follow, raceAppends };
let work: Promise<() => Promise<number>>;

process.on('message', async (message: { role: keyof typeof roles; options: never } | 'slice') => {
  try {
    if (message === 'slice') process.send!({ answer: await (await work)() });
    else work = Promise.resolve(roles[message.role](message.options)) as typeof work;
  } catch (error) {
    process.send!({ error: String((error as Error).stack) });
  }
});
process.on('disconnect', () => process.exit());
process.send!('ready');
