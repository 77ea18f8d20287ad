import { identityRoutes, liveRoutes } from '@candid/contracts';
import { type Finding, soak } from '@candid/lab/soak';
import { eventually, Person, type RunningSystem, SYSTEM_ENV, startSystem } from '@candid/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

let system: RunningSystem;

beforeAll(async () => {
  // On a slow machine, requests and the shutdown of a gateway can exceed the default limits.
  const env = { ...SYSTEM_ENV, RPC_PATIENCE_MS: '30000', SHUTDOWN_MS: '45000' };
  system = await startSystem({ env, args: ['--replicas', '2'] });
});
afterAll(async () => system?.stop());

/** Does the work several times concurrently, so that each gateway gets requests. */
const several = <Result>(work: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: 8 }, work));

async function openStream({ token }: Person): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const response = await fetch(`${system.baseUrl}/api${liveRoutes.events.path}`, { headers });
  expect(response.status).toBe(200);
  return response.body!.getReader();
}

async function readToEnd(stream: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await stream.read()).done);
}

it('every gateway refuses the access token of an ended session, ends its streams, and does so after a restart', async () => {
  const person = await Person.signedUp(system);
  const elsewhere = await new Person(system, person.email, person.password).logIn();
  const read = (who: Person) =>
    several(async () => {
      const headers = { connection: 'close' };
      return (await who.call(identityRoutes.getUser, { params: { userId: who.userId }, headers })).status;
    });
  const streams = await several(() => openStream(person));
  const own = await openStream(elsewhere);
  await person.expect(identityRoutes.logOut);
  await eventually(async () => expect(new Set(await read(person))).toEqual(new Set([401])));
  await Promise.all(streams.map(readToEnd));
  for (const gateway of ['gateway', 'gateway-2']) {
    await system.kill(gateway);
    await eventually(async () => expect(new Set(await read(elsewhere))).toEqual(new Set([200])));
    expect(new Set(await read(person))).toEqual(new Set([401]));
  }
  await own.cancel().catch(() => undefined);
});

it('the system answers every request, and does nothing twice, while one of two processes after another is asked to end', async () => {
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
