import { assessmentsRoutes, photosRoutes } from '@candid/contracts';
import {
  eventually,
  Person,
  type RunningSystem,
  SYSTEM_ENV,
  startSystem,
  submissionFor,
  supportAgent,
  twoPhonePictures,
} from '@candid/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectBalancedBooks } from '../people/money.js';
import { persistently } from '../people/persistently.js';

const PROCESS = 'candid';
const PARTS = [
  'gateway',
  ...['identity', 'photos', 'assessments', 'tokens'].flatMap((service) => [service, `${service}-worker`]),
];

let system: RunningSystem;

beforeAll(async () => {
  system = await startSystem({ env: { ...SYSTEM_ENV, RPC_PATIENCE_MS: '30000' } });
});
afterAll(async () => system?.stop());

it('gives each part of the one process its own operations port', async () => {
  const { members } = (await system.parts()).find(({ name }) => name === PROCESS)!;
  expect(members?.map(({ name }) => name).sort()).toEqual(PARTS.toSorted());
  for (const { name, opsAddress } of members!) {
    const metrics = await (await fetch(`${opsAddress}/metrics`)).text();
    expect([name, new Set(metrics.match(/service="[\w-]+"/g))]).toEqual([name, new Set([`service="${name}"`])]);
  }
});

it('goes on with the same data after its process is killed in the middle of an upload and of a rating', async () => {
  const [support, owner, assessor] = await Promise.all([
    supportAgent(system),
    Person.signedUp(system),
    Person.approvedAssessor(system),
  ]);
  const { [PROCESS]: first } = await system.pids();
  const form = await owner.uploadForm(await twoPhonePictures());
  const upload = persistently(owner, photosRoutes.uploadPhotos, { form });
  await system.kill(PROCESS);
  await upload;

  const body = await eventually(() => submissionFor(assessor, owner.userId, 12));
  const submitted = persistently(assessor, assessmentsRoutes.submitRatings, { body });
  await system.kill(PROCESS);
  await submitted;

  await eventually(async () => {
    expect(await owner.user()).toMatchObject({ notificationNumber: 1 });
    expect(await owner.photos('testing')).toHaveLength(2);
    await expectBalancedBooks(support);
  });
  const { [PROCESS]: last } = await system.pids();
  expect(last).not.toBe(first);
});
