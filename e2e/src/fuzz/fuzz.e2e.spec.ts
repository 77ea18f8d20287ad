import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fuzzWorld } from '../contract/fuzz-world.js';
import { World } from '../contract/world.js';

/** Random requests of each call, as far as the time for a call allows. */
const RUNS_PER_CALL = 100;

let world: World;

beforeAll(async () => {
  [world] = await World.begin();
});
afterAll(async () => world?.end());

it('the answer to a random request has the contract’s form, tells nothing of others and costs them nothing', async () => {
  const outcome = await fuzzWorld(world, RUNS_PER_CALL);
  process.stdout.write(`${outcome.summary}\n`);
  expect(outcome.faults).toEqual([]);
});
