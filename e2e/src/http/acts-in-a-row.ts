import {
  identityRoutes,
  type PhotoId,
  photosRoutes,
  assessmentSettingsRoutes as routes,
  supportLedgerRoutes,
} from '@candid/contracts';
import {
  eventually,
  giveTokens,
  inServiceDatabase,
  PASSKEY,
  Person,
  type RunningSystem,
  twoPhonePictures,
} from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { rateAll } from '../people/onboarded.js';
import type { OwnSystem } from './own-system.js';

let system: RunningSystem;
let support: Person;
let assessors: Person[];

/** Locks the table for 5 s: longer than an answer waits for consumers, but shorter than the gateway's timeout. */
const holdBack = (service: 'photos' | 'assessments' | 'tokens', table: string) =>
  inServiceDatabase(system, service, `do $$ begin lock table ${table} in exclusive mode; perform pg_sleep(5); end $$`);

const upload = async (owner: Person, count: number, section: 'testing' | 'bank'): Promise<PhotoId[]> => {
  const form = await owner.uploadForm((await twoPhonePictures()).slice(0, count), section);
  return (await owner.expect(photosRoutes.uploadPhotos, { form })).photos.map(({ _id }) => _id);
};

const RATINGS_ONLY = {
  ratingRequired: true,
  commentsRequired: false,
  minComments: 0,
  commentsNegative: true,
  commentsSelected: [],
};

/** Starts an assessment after granting tokens for it. */
const start = async (owner: Person, photoId: PhotoId) => {
  await giveTokens(support, owner.userId, 5);
  return owner.call(routes.reactivate, { params: { photoId }, body: { testLimit: 1, ...RATINGS_ONLY } });
};

const isTold = (owner: Person) => eventually(async () => expect((await owner.user()).hasFirstTested).toBe(true));

/** Defines the tests of calls in immediate succession. The tests block all services, so they need a separate system. */
export const describeActsInARow = (started: () => OwnSystem): void =>
  describe('acts in a row', () => {
    beforeAll(() => {
      ({ system, support, assessors } = started());
    });

    it('a move into the planner, and one out of the pool, wait until the photos service has received the ratings', async () => {
      const owner = await Person.signedUp(system);
      const [first, second] = await upload(owner, 2, 'testing');
      const held = holdBack('photos', 'inbox');
      await rateAll(owner, assessors);
      await isTold(owner);
      const placed = await owner.expect(photosRoutes.setProfile, { params: { photoId: first! } });
      expect(placed).toMatchObject({ wasFirstProfileSet: true });
      await owner.expect(photosRoutes.deactivate, { params: { photoId: second! } });
      expect(await owner.photos('testing')).toEqual([]);
      await held;
    });

    let onboarded: { owner: Person; photoId: PhotoId };
    let newcomer: Person;

    it('a start waits until assessments knows the first profile and both services know the photo', async () => {
      const owner = await Person.signedUp(system);
      const [first, second] = await upload(owner, 2, 'testing');
      await rateAll(owner, assessors);
      await isTold(owner);
      const profile = holdBack('assessments', 'inbox');
      await owner.expect(photosRoutes.setProfile, { params: { photoId: first! } });
      expect(await start(owner, second!)).toMatchObject({ status: 200, body: { photo: { section: 'testing' } } });
      await profile;
      const photo = Promise.all([holdBack('assessments', 'owner_photo'), holdBack('photos', 'photo')]);
      const [third] = await upload(owner, 1, 'bank');
      expect(await start(owner, third!)).toMatchObject({ status: 200, body: { photo: { section: 'testing' } } });
      const ended = await owner.expect(photosRoutes.deactivate, { params: { photoId: third! } });
      expect(ended).toMatchObject({ refundTokens: 5 });
      await photo;
      onboarded = { owner, photoId: third! };
    });

    it('a first start waits until tokens knows the account', async () => {
      newcomer = new Person(system);
      const { email, password } = newcomer;
      await newcomer.expect(identityRoutes.requestSignupCode, { body: { email } });
      const signupCode = await newcomer.signupCode();
      const held = holdBack('tokens', 'inbox');
      const body = { email, password, signupCode, confirmAdult: true };
      const { token, userId } = await newcomer.expect(identityRoutes.signUp, { body });
      Object.assign(newcomer, { token, userId });
      expect(await upload(newcomer, 2, 'testing')).toHaveLength(2);
      await held;
      expect(await newcomer.user()).toMatchObject({ tokenCount: 0 });
    });

    it('a start waits until a reward is booked that was earned for it', async () => {
      const { owner, photoId } = onboarded;
      await owner.expect(identityRoutes.approveAssessor, { body: { passkey: PASSKEY } });
      const held = holdBack('tokens', 'work_items');
      await rateAll(newcomer, [owner]);
      const body = { testLimit: 6, ...RATINGS_ONLY };
      const started = await owner.call(routes.reactivate, { params: { photoId }, body });
      expect(started).toMatchObject({ status: 200, body: { photo: { section: 'testing' } } });
      await held;
    });

    it('leaves nothing to heal', async () => {
      expect(await support.expect(supportLedgerRoutes.reconcile)).toMatchObject({ ok: true });
    });
  });
