import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fuzzWorld } from '../contract/fuzz-world.js';
import { World } from '../contract/world.js';

/** Number of random requests per call; fewer are sent if the time limit of a call ends first. */
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
