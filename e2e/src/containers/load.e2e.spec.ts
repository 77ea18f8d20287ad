import { underLoadFromOutside } from '@candid/lab/soak';
import { joinSystem, type SharedSystem } from '@candid/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { compose, healthy } from './containers.js';

const PROCESSES = [
  ['identity', 'tokens-worker'],
  ['photos', 'assessments-worker'],
  ['assessments', 'identity-worker'],
  ['tokens', 'photos-worker'],
  ['gateway'],
  ['edge'],
];
const SERVERS = ['postgres', 'nats', 'redis', 'object-storage'];

let system: SharedSystem;
let leave: () => Promise<void>;

beforeAll(async () => {
  ({ system, leave } = await joinSystem());
});
afterAll(() => leave());

const wrong = ({ findings }: Awaited<ReturnType<typeof underLoadFromOutside>>) => findings.filter(({ ok }) => !ok);

it('restarts every process under load, and nothing is lost, twice or wrongly refused', async () => {
  const outcome = await underLoadFromOutside(system, { seed: 1, owners: 2 }, async () => {
    for (const names of PROCESSES) {
      await compose('restart', ...names);
      await healthy(...names);
    }
  });
  expect(wrong(outcome)).toEqual([]);
}, 600_000);

it('kills each server under load, and nothing is lost, twice or wrongly refused', async () => {
  const outcome = await underLoadFromOutside(system, { seed: 2, owners: 2 }, async () => {
    for (const name of SERVERS) {
      // Kills all processes of the container except process 1, which then ends by itself. The shell may die, too.
      await compose('exec', '-T', name, 'sh', '-c', 'kill -9 -1').catch(() => undefined);
      await healthy(name);
    }
  });
  expect(wrong(outcome)).toEqual([]);
}, 600_000);
