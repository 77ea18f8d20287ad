import { randomUUID } from 'node:crypto';
import {
  assessmentsRoutes,
  type PhotoId,
  photosRoutes,
  assessmentSettingsRoutes as routes,
  supportRoutes,
  tokensRoutes,
} from '@candid/contracts';
import {
  eventually,
  joinSystem,
  Person,
  type SharedSystem,
  submissionFor,
  supportAgent,
  twoPhonePictures,
} from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectBalance, expectBalancedBooks, expectNothingHeld } from '../people/money.js';
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
      photo: { _id: photo!._id, placeholder: 'rated', testLimit: 2, testTimesRated: 0 },
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

const update = (photoId: string, difference: number, changed: object = {}, idempotencyKey: string = randomUUID()) =>
  owner.call(routes.updateAssessment, { body: { photoId, difference, ...changed }, idempotencyKey });
/** Of the pool's photos the one that runs, and the one that is complete. */
const pool = async () => {
  const photos = await owner.photos('testing');
  return {
    running: photos.find((photo) => !photo.limitReached)!,
    complete: photos.find((photo) => photo.limitReached)!,
  };
};

describe('an assessment that is under way', () => {
  it('takes more assessors for five tokens each, once for a repeat, and fewer give them back', async () => {
    await grant(30);
    const { running } = await pool();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => update(running._id, 3, {}, key)));
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { remainingTokens: 15, photo: { testLimit: 5 } } });
    }
    expect(await update(running._id, -1)).toMatchObject({
      status: 200,
      body: { remainingTokens: 20, photo: { testLimit: 4 } },
    });
    expect(await update(running._id, 5)).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_TOKENS' } });
    expect(await update(running._id, 7)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    await expectBalance(owner, 20);
    await expectBalancedBooks(support);
  });

  it('keeps the places of those who have rated and of those who are rating', async () => {
    const { running } = await pool();
    const [first, second] = assessors as [Person, Person];
    const body = await submissionFor(first, owner.userId, 14);
    await first.expect(assessmentsRoutes.submitRatings, { body });
    const promised = await submissionFor(second, owner.userId, 15);
    expect(await update(running._id, -3)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await update(running._id, -2, { isRatingChecked: false })).toMatchObject({
      status: 200,
      body: { photo: { testLimit: 2, ratingRequired: false }, remainingTokens: 30 },
    });
    const earned = await second.expect(assessmentsRoutes.submitRatings, { body: promised });
    expect(earned.tokensEarned).toBe(15);
    await eventually(async () => expect((await pool()).running).toBeUndefined());
    await expectBalancedBooks(support);
  });

  it('runs again when a complete one is extended, and ends when it is shrunk to what it has', async () => {
    const { complete } = await pool();
    expect(await update(complete._id, 0, { isCommentsChecked: false, isRatingChecked: false })).toMatchObject({
      status: 400,
    });
    expect(await update(complete._id, 2)).toMatchObject({
      status: 200,
      body: { photo: { testLimit: complete.testLimit + 2, limitReached: false }, remainingTokens: 20 },
    });
    expect(await update(complete._id, -2)).toMatchObject({
      status: 200,
      body: { photo: { testLimit: complete.testLimit, limitReached: true }, remainingTokens: 30 },
    });
    const stranger = assessors[0]!;
    const body = { photoId: complete._id, difference: 1 };
    expect(await stranger.call(routes.updateAssessment, { body })).toMatchObject({ status: 404 });
    await expectBalancedBooks(support);
  });
});

describe('tokens and places ahead of time', () => {
  it('sets tokens aside, gives unused ones back and uses them for the next start', async () => {
    const charge = (testLimit: number) =>
      owner.call(tokensRoutes.chargeTokens, { body: { userId: owner.userId, testLimit } });
    expect(await charge(6)).toMatchObject({ status: 200, body: { remainingTokens: 0 } });
    expect(await charge(1)).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_TOKENS' } });
    expect(await charge(-1)).toMatchObject({ status: 200, body: { remainingTokens: 30 } });
    expect(await charge(0)).toMatchObject({ status: 400 });
    expect(await charge(6)).toMatchObject({ status: 200, body: { remainingTokens: 0 } });
    const [photo] = await owner.photos('testing');
    const started = await reactivate(photo!._id, { commentsSelected: await everyPhrase() });
    expect(started).toMatchObject({ status: 200, body: { remainingTokens: 20 } });
    await expectBalancedBooks(support);
  });

  it('ends everything with a refund once nothing is left in the planner', async () => {
    const end = () => owner.call(routes.emptyProfileEndTesting, { body: { userId: owner.userId } });
    expect(await end()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    for (const photo of await owner.photos('testing')) {
      const body = { photoId: photo._id, placeholder: 'unrated' };
      await owner.expect(routes.updatePlaceholder, { body });
    }
    expect((await owner.photos('testing')).map((photo) => photo.placeholder)).toEqual(['rated', 'rated']);
    expect(await end()).toMatchObject({ status: 200, body: { refundTokens: 10 } });
    expect((await pool()).running).toBeUndefined();
    await expectBalance(owner, 30);
    await expectNothingHeld(support, owner);
  });
});

describe('several own photos', () => {
  const start = async (photoIds: PhotoId[], idempotencyKey: string = randomUUID()) =>
    owner.call(routes.startAssessments, {
      body: { ...settings, testLimit: 1, commentsSelected: await everyPhrase(), photoIds },
      idempotencyKey,
    });

  it('start as one test with one charge, one results page and one mail, once for a repeat', async () => {
    const photoIds = await bankPhotos(owner, 2);
    const key = randomUUID();
    const answers = [await start(photoIds, key), await start(photoIds, key)];
    const { testId, remainingTokens } = routes.startAssessments.answer.parse(answers[0]!.body);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]!.body).toMatchObject({ testId, remainingTokens: 20 });
    expect(remainingTokens).toBe(20);
    const page = await owner.expect(photosRoutes.getTest, { params: { userId: owner.userId, testId } });
    expect(page.data[0]!.photos.map(({ _id }) => _id).toSorted()).toEqual(photoIds.toSorted());
    await rateAll(owner, assessors.slice(0, 1));
    await owner.mail((text) => text.includes(`/test/${testId}`));
  });

  it('do not start at all if one of them cannot', async () => {
    const [running, waiting] = (await bankPhotos(owner, 2)) as [PhotoId, PhotoId];
    expect(await start([running])).toMatchObject({ status: 201 });
    expect(await start([waiting, running])).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await owner.photos('unrated')).map(({ _id }) => _id)).toContain(waiting);
    await expectBalance(owner, 15);
    await expectBalancedBooks(support);
  });
});
