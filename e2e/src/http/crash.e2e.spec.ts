import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
  identityRoutes,
  photosRoutes,
  type Route,
  supportLedgerRoutes,
} from '@candid/contracts';
import {
  eventually,
  giveTokens,
  inServiceDatabase,
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
import { resetTokenOf } from '../people/reset-mail.js';

let system: RunningSystem;
let support: Person;

beforeAll(async () => {
  system = await startSystem({ env: SYSTEM_ENV });
  support = await supportAgent(system);
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

const SERVICES = ['identity', 'photos', 'assessments', 'tokens'] as const;

/** Ends every connection of every service, the idle ones and those that are at work. Waits for PostgreSQL, which may be starting. */
async function cutConnections(): Promise<void> {
  const others = 'datname = current_database() and pid <> pg_backend_pid()';
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`;
  await Promise.all(SERVICES.map((service) => eventually(() => inServiceDatabase(system, service, cut))));
}

async function restartPostgres(): Promise<void> {
  process.kill((await system.pids())['postgres'] as number, 'SIGINT');
}

/** Killed again as soon as it starts: its supervisor waits longer before the second start, so that it is away for seconds. */
async function killPostgres(): Promise<void> {
  const { postgres: before } = await system.pids();
  await system.kill('postgres');
  await eventually(async () => expect((await system.pids())['postgres']).not.toBe(before), { withinMs: 30_000 });
  await system.kill('postgres');
}

it('nobody notices, although nobody repeats anything, that PostgreSQL ends connections, restarts and is killed', async () => {
  const during = async <Result>(disturb: () => Promise<void>, act: () => Promise<Result>): Promise<Result> =>
    (await Promise.all([act(), disturb()]))[0];
  const owner = await during(cutConnections, () => Person.signedUp(system));
  const assessors = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system)));
  const form = await owner.uploadForm(await twoPhonePictures());
  const { photos } = await during(restartPostgres, () => owner.expect(photosRoutes.uploadPhotos, { form }));
  for (const [index, assessor] of assessors.entries()) {
    const body = await during(cutConnections, () => submissionFor(assessor, owner.userId, 12));
    expect(body.ratings).toHaveLength(2);
    const disturb = [killPostgres, cutConnections, restartPostgres, cutConnections][index]!;
    const rated = await during(disturb, () => assessor.expect(assessmentsRoutes.submitRatings, { body }));
    expect(rated).toMatchObject({ tokensEarned: 30 });
  }
  const [first, second] = photos.map(({ _id }) => _id);
  await during(cutConnections, () => owner.expect(photosRoutes.setProfile, { params: { photoId: first! } }));
  await during(restartPostgres, () => owner.expect(photosRoutes.deactivate, { params: { photoId: second! } }));
  await giveTokens(support, owner.userId, 10);
  const asked = { testLimit: 2, ratingRequired: true, commentsRequired: false, minComments: 0 };
  const body = { ...asked, commentsNegative: true, commentsSelected: [] };
  const params = { photoId: second! };
  const start = () => owner.expect(assessmentSettingsRoutes.reactivate, { params, body });
  expect(await during(cutConnections, start)).toMatchObject({ remainingTokens: 0, photo: { section: 'testing' } });
  await during(cutConnections, () => owner.logIn());
  await during(restartPostgres, () => owner.user());

  for (const assessor of assessors) await expectBalance(assessor, 70);
  await expectBalance(owner, 0);
  const told = { hasMadeFirstProfile: true, notificationNumber: 4 };
  await eventually(async () => expect(await owner.user()).toMatchObject(told), { withinMs: 30_000 });
  const reconciled = async () =>
    expect(await support.expect(supportLedgerRoutes.reconcile)).toMatchObject({ ok: true });
  await eventually(reconciled, { withinMs: 30_000 });
  for (const service of SERVICES) {
    const letters = await inServiceDatabase(system, service, 'select subscriber, reason from dead_letters');
    const givenUp = 'select id, last_error from work_items where failed_at is not null';
    expect([...letters, ...(await inServiceDatabase(system, service, givenUp))]).toEqual([]);
  }
}, 240_000);

it('nobody waits for a Redis that hangs, and what it was to do is done afterwards', async () => {
  const person = await Person.signedUp(system);
  const redis = (await system.pids())['redis'] as number;
  process.kill(redis, 'SIGSTOP');
  try {
    for (let times = 0; times < 5; times += 1) {
      await person.logIn();
      await person.expect(identityRoutes.clearNotifications, { body: { userId: person.userId } });
    }
    await person.expect(identityRoutes.requestPasswordReset, { body: { email: person.email } });
  } finally {
    process.kill(redis, 'SIGCONT');
  }
  expect(await resetTokenOf(person)).not.toBe('');
}, 30_000);
