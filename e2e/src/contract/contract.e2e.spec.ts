import { createClient, RefusedError, ROUTES } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALLS_OF_THE_CONTRACT } from './calls.js';
import type { Cases } from './case.js';
import { accountCases } from './cases/account.js';
import { assessmentsCases } from './cases/assessments.js';
import { correctionsCases } from './cases/corrections.js';
import { evaluationGroupsCases } from './cases/evaluation-groups.js';
import { identityCases } from './cases/identity.js';
import { moderationCases } from './cases/moderation.js';
import { moneyCases } from './cases/money.js';
import { photosCases } from './cases/photos.js';
import { ratersCases } from './cases/raters.js';
import { reportsCases } from './cases/reports.js';
import { secondFactorCases } from './cases/second-factor.js';
import { supportCases } from './cases/support.js';
import { supportConsoleCases } from './cases/support-console.js';
import { FOUND } from './found.js';
import { fuzzWorld, tryFound } from './fuzz-world.js';
import { Tally, tryCall } from './matrix.js';
import { send } from './wire.js';
import { World } from './world.js';

/**
 * The lanes run concurrently, each in its own world; the calls of a lane run in sequence. A case may rely on earlier
 * cases of its lane: for example, the list of assessors contains an appeal that an earlier case sent.
 */
const LANES: readonly Cases[] = [
  {
    ...identityCases,
    ...accountCases,
    ...secondFactorCases,
    ...moneyCases,
    ...supportCases,
    ...supportConsoleCases,
    ...correctionsCases,
  },
  { ...photosCases, ...evaluationGroupsCases, ...reportsCases },
  { ...assessmentsCases, ...ratersCases, ...moderationCases },
];
const CASES: Cases = Object.assign({}, ...LANES);

/** Number of random requests per call. The suite `fuzz` sends more. */
const RUNS_PER_CALL = 8;

let world: World;
let lanes: Promise<void>[] = [];
let isOver = false;
const faultsOf = new Map<string, Promise<string[]>>();
const tally = new Tally();

beforeAll(async () => {
  const worlds = await World.begin(LANES.length);
  [world] = worlds;
  lanes = LANES.map((cases, lane) => tryLane(cases, worlds[lane]!));
});
afterAll(async () => {
  isOver = true;
  await Promise.all(lanes);
  process.stdout.write(`contract: ${tally.calls} calls, ${tally.cases} cases, ${tally.failed} failed\n`);
  await world?.end();
});

/** Tries the calls of a lane until the tests have ended. The test of each call reports its result. */
async function tryLane(cases: Cases, of: World): Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  for (const route of ROUTES) {
    const routeCase = cases[route.id];
    if (!routeCase) continue;
    const faults = last.then(() => (isOver ? [] : tryCall(route, routeCase, of, tally)));
    faultsOf.set(route.id, faults);
    last = faults.catch(() => undefined);
  }
  await last;
}

it('has every call that was published', () => {
  const calls = ROUTES.map((route) => `${route.method} ${route.path}`);
  expect(CALLS_OF_THE_CONTRACT.filter((call) => !calls.includes(call))).toEqual([]);
});

describe('answers and refuses as declared', () => {
  it.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
    const faults = faultsOf.get(route.id);
    if (!faults) throw new Error(`${route.id} is a call without a case: add one below e2e/src/contract/cases`);
    expect(await faults).toEqual([]);
  });

  it('has no case for a call that is gone', () => {
    expect(Object.keys(CASES).filter((id) => !ROUTES.some((route) => route.id === id))).toEqual([]);
  });
});

describe('every answer', () => {
  it.each(['fetchComments', 'fetchGeneralComments', 'listTokenPacks'])(
    'of %s is sent once to who keeps it',
    async (id) => {
      const route = ROUTES.find((candidate) => candidate.id === id)!;
      const sender = { baseUrl: world.system.baseUrl };
      const first = await send(route, {}, sender);
      const etag = first.headers.get('etag')!;
      expect(etag).toMatch(/^"[\w-]+"$/);
      expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
      const known = await send(route, { headers: { 'if-none-match': `"other", W/${etag}` } }, sender);
      expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', etag]);
      const other = await send(route, { headers: { 'if-none-match': '"other"' } }, sender);
      expect([other.status, other.text]).toEqual([200, first.text]);
    },
  );

  it('is there for a stranger with the typed client', async () => {
    const { email, password, userId } = world.other;
    let token: string | undefined;
    const candid = createClient({ baseUrl: world.system.baseUrl, token: () => token });
    const refused = await candid.getUser({ params: { userId } }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RefusedError);
    expect(refused).toMatchObject({ status: 401, code: 'UNAUTHENTICATED', message: 'Please log in.' });
    token = (await candid.logIn({ body: { email, password } })).token;
    const { user } = await candid.getUser({ params: { userId } });
    expect(user.email).toBe(email);
    expect((await candid.fetchComments()).data).toHaveLength(7);
  });

  it.each([
    ['absent', undefined],
    ['too long', 'x'.repeat(129)],
    ['not printable', 'ü'],
  ])('has a request id of its own where the one sent is %s', async (_, sent) => {
    const headers: Record<string, string> = sent === undefined ? {} : { 'x-request-id': sent };
    const response = await fetch(`${world.system.baseUrl}/api/nothing`, { headers });
    const id = response.headers.get('x-request-id');
    expect(response.headers.get('x-correlation-id')).toBe(id);
    expect(id).toMatch(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    expect(await response.json()).toMatchObject({ requestId: id });
  });
});

it('correlates two requests apart that send the same request id, and answers theirs', async () => {
  const headers = { 'x-request-id': 'the-same' };
  const answers = await Promise.all([1, 2].map(() => fetch(`${world.system.baseUrl}/api/nothing`, { headers })));
  expect(answers.map((answer) => answer.headers.get('x-request-id'))).toEqual(['the-same', 'the-same']);
  expect(new Set(answers.map((answer) => answer.headers.get('x-correlation-id'))).size).toBe(2);
});

describe('whatever is sent', () => {
  it('is answered in the contract’s form, tells nothing of others and costs them nothing', async () => {
    const outcome = await fuzzWorld(world, RUNS_PER_CALL);
    process.stdout.write(`${outcome.summary}\n`);
    expect(outcome.faults).toEqual([]);
  });

  it.each(FOUND.map((found) => [found.name, found] as const))('also %s', async (_, found) => {
    expect(await tryFound(world, found)).toBeUndefined();
  });
});
