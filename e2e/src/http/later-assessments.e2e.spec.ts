import { randomUUID } from 'node:crypto';
import { type PhotoId, photosRoutes, assessmentSettingsRoutes as routes, supportRoutes } from '@candid/contracts';
import { eventually, joinSystem, Person, type SharedSystem, supportAgent, twoPhonePictures } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectBalance, expectBalancedBooks } from '../people/money.js';
import { onboardedOwner, rateAll } from '../people/onboarded.js';

let system: SharedSystem;
let leave: () => Promise<void>;
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
const bankPhotos = async (person: Person, count: number) => {
  const files = (await twoPhonePictures()).slice(0, count);
  const form = await person.uploadForm(files, 'unrated');
  return (await person.expect(photosRoutes.uploadPhotos, { form })).photos.map(({ _id }) => _id);
};
const reactivate = (photoId: string, changed: object = {}, idempotencyKey: string = randomUUID()) =>
  owner.call(routes.reactivate, { params: { photoId }, body: { ...settings, ...changed }, idempotencyKey });

beforeAll(async () => {
  ({ system, leave } = await joinSystem());
  support = await supportAgent(system, 'support-of-later-assessments@people.example');
  assessors = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system)));
  owner = await onboardedOwner(system, assessors);
});
afterAll(async () => leave?.());

describe('a new assessment of an own photo', () => {
  it('answers a repeat with the same start, and is refused under another key while it runs', async () => {
    await grant(20);
    const [photo] = await owner.photos('profile');
    const key = randomUUID();
    const commentsSelected = await everyPhrase();
    const answers = [];
    for (let time = 1; time <= 3; time++) answers.push(await reactivate(photo!._id, { commentsSelected }, key));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const testIds = answers.map(({ body }) => 'photo' in body && body.photo.testId);
    expect(new Set(testIds).size).toBe(1);
    await eventually(async () => {
      const standing = (await owner.photos('testing')).find(({ _id }) => _id === photo!._id);
      expect(standing).toMatchObject({ placeholder: 'profile', testId: testIds[0] });
    });
    expect(await reactivate(photo!._id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    await expectBalance(owner, 10);
  });

  it('is rated like any other and can then be started again from the pool', async () => {
    await rateAll(owner, assessors.slice(0, 2));
    await eventually(async () =>
      expect(await owner.photos('testing')).toMatchObject([{ timesRated: 6, limitReached: true }]),
    );
    const [photo] = await owner.photos('testing');
    const again = await reactivate(photo!._id, { commentsSelected: await everyPhrase() });
    expect(again).toMatchObject({ status: 200, body: { remainingTokens: 0, photo: { testTimesRated: 0 } } });
    expect(await owner.photos('testing')).toHaveLength(1);
    await expectBalancedBooks(support);
  });
});

describe('several own photos', () => {
  const start = async (photoIds: PhotoId[], idempotencyKey: string = randomUUID()) =>
    owner.call(routes.startAssessments, {
      body: { ...settings, testLimit: 1, commentsSelected: await everyPhrase(), photoIds },
      idempotencyKey,
    });

  it('start as one test with one charge, one results page and one mail, once for a repeat', async () => {
    await grant(10);
    const photoIds = await bankPhotos(owner, 2);
    const key = randomUUID();
    const answers = [await start(photoIds, key), await start(photoIds, key)];
    const { testId, remainingTokens } = routes.startAssessments.answer.parse(answers[0]!.body);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]!.body).toMatchObject({ testId, remainingTokens: 0 });
    expect(remainingTokens).toBe(0);
    const page = await owner.expect(photosRoutes.getTest, { params: { userId: owner.userId, testId } });
    expect(page.data[0]!.photos.map(({ _id }) => _id).toSorted()).toEqual(photoIds.toSorted());
    await rateAll(owner, assessors.slice(0, 1));
    await owner.mail((text) => text.includes(`/test/${testId}`));
  });
});
