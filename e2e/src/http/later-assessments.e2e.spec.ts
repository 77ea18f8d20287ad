import { randomUUID } from 'node:crypto';
import { photosRoutes, assessmentSettingsRoutes as routes, supportRoutes } from '@candid/contracts';
import {
  eventually,
  Person,
  type RunningSystem,
  SYSTEM_ENV,
  startSystem,
  supportAgent,
  twoPhonePictures,
} from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectBalance, expectBalancedBooks } from '../people/money.js';
import { onboardedOwner, rateAll } from '../people/onboarded.js';

let system: RunningSystem;
let support: Person;
let assessors: Person[];
let owner: Person;

const settings = {
  testLimit: 2,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  commentsSelected: [[1, 1]] as [number, number][],
  minComments: 1,
};
const everyPhrase = async (): Promise<[number, number][]> => {
  const form = await owner.uploadForm([]);
  return JSON.parse(String(form.get('commentsSelected')));
};
const grant = (amount: number) =>
  support.expect(supportRoutes.grant, { params: { userId: owner.userId }, body: { amount, reason: 'for a test' } });
const reactivate = (photoId: string, changed: object = {}, idempotencyKey: string = randomUUID()) =>
  owner.call(routes.reactivate, { params: { photoId }, body: { ...settings, ...changed }, idempotencyKey });

beforeAll(async () => {
  system = await startSystem({ env: SYSTEM_ENV });
  support = await supportAgent(system);
  assessors = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system)));
  owner = await onboardedOwner(system, assessors);
}, 240_000);
afterAll(async () => system?.stop(), 90_000);

describe('a new assessment of an own photo', () => {
  it('is refused with the product’s words before the first profile is made', async () => {
    const newcomer = await Person.signedUp(system);
    const form = await newcomer.uploadForm((await twoPhonePictures()).slice(0, 1), 'bank');
    const { photos } = await newcomer.expect(photosRoutes.uploadPhotos, { form });
    const answer = await newcomer.call(routes.reactivate, { params: { photoId: photos[0]!._id }, body: settings });
    expect(answer).toMatchObject({ status: 409, body: { code: 'ONBOARDING_INCOMPLETE' } });
  });

  it('is refused where nothing is asked for, for a photo of somebody else, and without tokens', async () => {
    const [photo] = await owner.photos('bank');
    const nothing = await reactivate(photo!._id, { ratingRequired: false, commentsRequired: false });
    expect(nothing).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    const noPhrase = await reactivate(photo!._id, { commentsSelected: [] });
    expect(noPhrase).toMatchObject({ status: 400, body: { details: [{ field: 'commentsSelected' }] } });
    expect(await reactivate(randomUUID())).toMatchObject({ status: 404 });
    expect(await reactivate(photo!._id)).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_TOKENS' } });
    expect(await owner.photos('testing')).toEqual([]);
    await expectBalancedBooks(support);
  });

  it('starts once for fifty parallel requests with tokens for one', async () => {
    await grant(10);
    const [photo] = await owner.photos('bank');
    const commentsSelected = await everyPhrase();
    const answers = await Promise.all(Array.from({ length: 50 }, () => reactivate(photo!._id, { commentsSelected })));
    const started = answers.filter((answer) => answer.status === 200);
    expect(started).toHaveLength(1);
    expect(started[0]!.body).toMatchObject({
      remainingTokens: 0,
      photo: { _id: photo!._id, section: 'testing', placeholder: 'rated', testLimit: 2, testTimesRated: 0 },
    });
    for (const { status } of answers.filter((answer) => answer.status !== 200)) expect([402, 409]).toContain(status);
    await expectBalance(owner, 0);
    await expectBalancedBooks(support);
  });

  it('answers a repeat with the same start, and is refused under another key while it runs', async () => {
    await grant(20);
    const [photo] = await owner.photos('profile');
    const key = randomUUID();
    const commentsSelected = await everyPhrase();
    const answers = [];
    for (let time = 1; time <= 3; time++) answers.push(await reactivate(photo!._id, { commentsSelected }, key));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[2]!.body).toEqual(answers[0]!.body);
    expect(answers[0]!.body).toMatchObject({ photo: { section: 'testing', placeholder: 'profile' } });
    expect(await reactivate(photo!._id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    await expectBalance(owner, 10);
  });

  it('is rated like any other and can then be started again from the pool', async () => {
    await rateAll(owner, [...assessors.slice(0, 2), ...assessors.slice(0, 2)]);
    await eventually(async () =>
      expect((await owner.photos('testing')).map((photo) => [photo.timesRated, photo.limitReached])).toEqual([
        [6, true],
        [6, true],
      ]),
    );
    const [photo] = await owner.photos('testing');
    const again = await reactivate(photo!._id, { commentsSelected: await everyPhrase() });
    expect(again).toMatchObject({ status: 200, body: { remainingTokens: 0, photo: { testTimesRated: 0 } } });
    expect(await owner.photos('testing')).toHaveLength(2);
    await expectBalancedBooks(support);
  });
});
