import { ROUTES } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALLS_OF_THE_CONTRACT } from './calls.js';
import type { Cases } from './case.js';
import { accountCases } from './cases/account.js';
import { assessmentsCases } from './cases/assessments.js';
import { evaluationGroupsCases } from './cases/evaluation-groups.js';
import { identityCases } from './cases/identity.js';
import { photosCases } from './cases/photos.js';
import { Tally, tryCall } from './matrix.js';
import { World } from './world.js';

const CASES: Cases = {
  ...identityCases,
  ...accountCases,
  ...photosCases,
  ...assessmentsCases,
  ...evaluationGroupsCases,
};

let world: World;
const tally = new Tally();

beforeAll(async () => {
  world = await World.begin();
}, 240_000);
afterAll(async () => {
  process.stdout.write(`contract: ${tally.calls} calls, ${tally.cases} cases, ${tally.failed} failed\n`);
  await world?.system.stop();
}, 90_000);

it('has every call that was published', () => {
  const calls = ROUTES.map((route) => `${route.method} ${route.path}`);
  expect(CALLS_OF_THE_CONTRACT.filter((call) => !calls.includes(call))).toEqual([]);
});

describe('answers and refuses as declared', () => {
  it.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_, route) => {
      const routeCase = CASES[route.id];
      if (!routeCase) throw new Error(`${route.id} is a call without a case: add one below e2e/src/contract/cases`);
      expect(await tryCall(route, routeCase, world, tally)).toEqual([]);
    },
    60_000,
  );

  it('has no case for a call that is gone', () => {
    expect(Object.keys(CASES).filter((id) => !ROUTES.some((route) => route.id === id))).toEqual([]);
  });
});
