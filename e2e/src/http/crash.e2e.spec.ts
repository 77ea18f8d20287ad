import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { assessmentsRoutes, photosRoutes, type Route } from '@candid/contracts';
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
import { expectBalance, expectBalancedBooks } from '../people/money.js';

let system: RunningSystem;

beforeAll(async () => {
  system = await startSystem({ env: SYSTEM_ENV });
}, 240_000);
afterAll(async () => system?.stop(), 90_000);

/** As the app does: the same action is sent again under its key until there is an answer that is not "try again". */
async function persistently<R extends Route>(
  person: Person,
  route: R,
  sent: () => Promise<Parameters<Person['call']>[1]>,
) {
  const idempotencyKey = randomUUID();
  const once = await sent();
  return eventually(
    async () => {
      const answer = await person.call(route, { ...once, idempotencyKey });
      if (answer.status !== route.status)
        throw new Error(`${route.id} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    { withinMs: 60_000 },
  );
}

it('completes the main job while every service is killed once', async () => {
  const support = await supportAgent(system);
  const owner = await Person.signedUp(system);
  const assessors = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system)));

  const form = await owner.uploadForm(await twoPhonePictures());
  const upload = persistently(owner, photosRoutes.uploadPhotos, async () => ({ form }));
  await pause(30);
  await system.kill('photos');
  await upload;

  const victims = ['assessments', 'tokens', 'identity', 'assessments-worker'];
  for (const [index, assessor] of assessors.entries()) {
    const body = await eventually(() => submissionFor(assessor, owner.userId, 8 + index), { withinMs: 60_000 });
    const submitted = persistently(assessor, assessmentsRoutes.submitRatings, async () => ({ body }));
    await pause(index * 7);
    await system.kill(victims[index] as string);
    await submitted;
  }

  await eventually(
    async () => {
      expect(await owner.user()).toMatchObject({ tokenCount: 0, hasFirstTested: true, notificationNumber: 4 });
      const photos = await owner.photos('testing');
      expect(photos.map((photo) => photo.timesRated)).toEqual([4, 4]);
      expect(photos.map((photo) => photo.totalScore).sort((a, b) => a - b)).toEqual([
        8 + 9 + 10 + 11,
        9 + 10 + 11 + 12,
      ]);
    },
    { withinMs: 60_000 },
  );
  for (const assessor of assessors) await expectBalance(assessor, 70);
  await eventually(
    async () => {
      const books = await expectBalancedBooks(support);
      expect(books.get('platform:revenue')).toBe(40);
      expect([...books].filter(([account, balance]) => account.startsWith('escrow:') && balance !== 0)).toEqual([]);
    },
    { withinMs: 30_000 },
  );
  await system.kill('gateway');
  await eventually(async () => expect((await owner.user()).hasFirstTested).toBe(true), { withinMs: 30_000 });
}, 300_000);
