import { type Finding, type RunningSystem, SYSTEM_ENV, soak, startSystem } from '@candid/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

let system: RunningSystem;

beforeAll(async () => {
  system = await startSystem({ env: SYSTEM_ENV, args: ['--replicas', '2'] });
}, 240_000);
afterAll(async () => system?.stop(), 90_000);

it('answers every request, and does nothing twice, while one of two processes after another is asked to end', async () => {
  const order = [
    'gateway',
    'assessments',
    'tokens-2',
    'photos',
    'gateway-2',
    'identity',
    'assessments-worker',
    'tokens-worker',
  ];
  const { disruptions, findings } = await soak(system, {
    seed: 1,
    durationMs: 450_000,
    killShare: 0,
    order,
    owners: 2,
  });
  expect(findings.filter(({ ok }: Finding) => !ok)).toEqual([]);
  expect(disruptions.map(({ part, code }) => [part, code]).sort()).toEqual(order.map((part) => [part, 0]).sort());
}, 480_000);
