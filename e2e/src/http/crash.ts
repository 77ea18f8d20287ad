import { setTimeout as pause } from 'node:timers/promises';
import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
  identityRoutes,
  photosRoutes,
  supportLedgerRoutes,
} from '@candid/contracts';
import {
  eventually,
  giveTokens,
  inServiceDatabase,
  Person,
  type RunningSystem,
  submissionFor,
  twoPhonePictures,
} from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectBalance, expectBalancedBooks, expectNothingHeld } from '../people/money.js';
import { persistently } from '../people/persistently.js';
import { resetTokenOf } from '../people/reset-mail.js';
import type { OwnSystem } from './own-system.js';

let system: RunningSystem;
let support: Person;
let assessors: Person[];

const SERVICES = ['identity', 'photos', 'assessments', 'tokens'] as const;

/** Ends all connections of all services, idle or busy. Waits for PostgreSQL, which may be starting. */
async function cutConnections(): Promise<void> {
  const others = 'datname = current_database() and pid <> pg_backend_pid()';
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`;
  await Promise.all(SERVICES.map((service) => eventually(() => inServiceDatabase(system, service, cut))));
}

async function restartPostgres(): Promise<void> {
  process.kill((await system.pids())['postgres'] as number, 'SIGINT');
}

/** Kills PostgreSQL twice: its supervisor delays the second start, so PostgreSQL does not answer for seconds. */
async function killPostgres(): Promise<void> {
  const { postgres: before } = await system.pids();
  await system.kill('postgres');
  await eventually(async () => expect((await system.pids())['postgres']).not.toBe(before));
  await system.kill('postgres');
}

/** Defines the tests of crashes, which kill every part. */
export const describeCrashes = (started: () => OwnSystem): void =>
  describe('crashes', () => {
    beforeAll(() => {
      ({ system, support, assessors } = started());
    });

    const balances = () => Promise.all(assessors.map(async (assessor) => (await assessor.user()).tokenCount));

    it('completes the main job while every service is killed once', async () => {
      const owner = await Person.signedUp(system);
      const before = await balances();
      const revenue = (await expectBalancedBooks(support)).get('platform:revenue') ?? 0;

      const form = await owner.uploadForm(await twoPhonePictures());
      const upload = persistently(owner, photosRoutes.uploadPhotos, { form });
      await pause(30);
      await system.kill('photos');
      await upload;

      const victims = ['assessments', 'tokens', 'identity', 'assessments-worker'];
      for (const [index, assessor] of assessors.entries()) {
        const body = await eventually(() => submissionFor(assessor, owner.userId, 8 + index));
        const submitted = persistently(assessor, assessmentsRoutes.submitRatings, { body });
        await pause(index * 7);
        await system.kill(victims[index] as string);
        await submitted;
      }

      await eventually(async () => {
        expect(await owner.user()).toMatchObject({ tokenCount: 0, hasFirstTested: true, notificationNumber: 4 });
        const photos = await owner.photos('testing');
        expect(photos.map((photo) => photo.timesRated)).toEqual([4, 4]);
        expect(photos.map((photo) => photo.totalScore).sort((a, b) => a - b)).toEqual([
          8 + 9 + 10 + 11,
          9 + 10 + 11 + 12,
        ]);
      });
      for (const [index, assessor] of assessors.entries()) await expectBalance(assessor, before[index]! + 30);
      await eventually(async () =>
        expect((await expectBalancedBooks(support)).get('platform:revenue')).toBe(revenue + 40),
      );
      await expectNothingHeld(support, owner);
      await system.kill('gateway');
      await eventually(async () => expect((await owner.user()).hasFirstTested).toBe(true));
    });

    it('nobody notices, although nobody repeats anything, that PostgreSQL ends connections, restarts and is killed', async () => {
      const during = async <Result>(disturb: () => Promise<void>, act: () => Promise<Result>): Promise<Result> =>
        (await Promise.all([act(), disturb()]))[0];
      const before = await balances();
      const owner = await during(cutConnections, () => Person.signedUp(system));
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

      for (const [index, assessor] of assessors.entries()) await expectBalance(assessor, before[index]! + 30);
      await expectBalance(owner, 0);
      const told = { hasMadeFirstProfile: true, notificationNumber: 4 };
      await eventually(async () => expect(await owner.user()).toMatchObject(told));
      const reconciled = async () =>
        expect(await support.expect(supportLedgerRoutes.reconcile)).toMatchObject({ ok: true });
      await eventually(reconciled);
      for (const service of SERVICES) {
        const letters = await inServiceDatabase(system, service, 'select subscriber, reason from dead_letters');
        const givenUp = 'select id, last_error from work_items where failed_at is not null';
        expect([...letters, ...(await inServiceDatabase(system, service, givenUp))]).toEqual([]);
      }
    });

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
    });
  });
