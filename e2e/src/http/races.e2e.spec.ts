import { assessmentsRoutes, photosRoutes } from '@candid/contracts';
import { eventually, joinSystem, Person, type SharedSystem, supportAgent, twoPhonePictures } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { expectBalance, expectNothingHeld } from '../people/money.js';
import { onboardedOwner } from '../people/onboarded.js';
import { RacingOwner, readyToRate } from '../people/races.js';

const ROUNDS = 4;

let system: SharedSystem;
let leave: () => Promise<void>;
let support: Person;
let assessors: Person[];
let owner: RacingOwner;

beforeAll(async () => {
  ({ system, leave } = await joinSystem());
  support = await supportAgent(system, 'support-of-races@people.example');
  assessors = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system)));
  owner = new RacingOwner(await onboardedOwner(system, assessors), support);
});
afterAll(async () => leave?.());

/** Expects no tokens on hold or in escrow, and balanced books, regardless of the outcome of a race. */
const expectNothingLeft = () => expectNothingHeld(support, owner.person);

/** Makes both calls concurrently. Each call starts first in half of the rounds. */
function together<A, B>(round: number, one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([one(), other()]);
  const second = other();
  return Promise.all([one(), second]);
}

describe('starts that race', () => {
  it('spends the tokens for one of fifty starts of five photos once', async () => {
    const photoIds = await owner.stored(5);
    await owner.grant(5);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => owner.start(photoIds[index % 5]!)));
    const started = answers.filter(({ status }) => status === 200);
    expect(started).toHaveLength(1);
    for (const { status } of answers.filter((answer) => answer.status !== 200)) expect([402, 409]).toContain(status);
    expect(answers.filter(({ status }) => status === 402).length).toBeGreaterThan(0);
    await expectBalance(owner.person, 0);
    const testing = await eventually(async () => {
      const photos = (await owner.person.photos('testing')).filter(({ _id }) => photoIds.includes(_id));
      expect(photos).toHaveLength(1);
      return photos;
    });
    expect((await owner.end(testing[0]!._id)).status).toBe(200);
    await expectBalance(owner.person, 5);
    await expectNothingLeft();
  });
});

describe('ratings that race', () => {
  afterEach(expectNothingLeft);

  it('pays for a rating or gives its place back when the assessment ends at that moment', async () => {
    const [rater] = assessors as [Person];
    for (let round = 0; round < ROUNDS; round += 1) {
      const photoId = await owner.running(3);
      const [before, earned] = [await owner.tokens(), (await rater.user()).tokenCount];
      const submit = await readyToRate(rater, owner.person);
      const [rated, ended] = await together(round, submit, () => owner.end(photoId));
      const isRated = rated.status === 201;
      expect(isRated ? [201] : [404, 409]).toContain(rated.status);
      expect(ended).toMatchObject({ status: 200, body: { refundTokens: isRated ? 10 : 15, resetOccurred: false } });
      await expectBalance(owner.person, before + (isRated ? 10 : 15));
      await expectBalance(rater, earned + (isRated ? 10 : 0));
    }
  });

  it('pays for a rating or gives its place back when the photo is deleted at that moment', async () => {
    const [rater] = assessors as [Person];
    for (let round = 0; round < ROUNDS; round += 1) {
      const photoId = await owner.running(2);
      const [before, earned] = [await owner.tokens(), (await rater.user()).tokenCount];
      const submit = await readyToRate(rater, owner.person);
      const [rated, removed] = await together(round, submit, () => owner.remove(photoId));
      const isRated = rated.status === 201;
      expect(isRated ? [201] : [404, 409]).toContain(rated.status);
      expect(removed).toMatchObject({ status: 200, body: { refundTokens: isRated ? 5 : 10 } });
      await expectBalance(owner.person, before + (isRated ? 5 : 10));
      await expectBalance(rater, earned + (isRated ? 10 : 0));
      const ratings = () => owner.person.call(assessmentsRoutes.getRatings, { params: { photoId } });
      await eventually(async () => expect(await ratings()).toMatchObject({ status: 404 }));
      expect((await owner.person.photos('bank')).map(({ _id }) => _id)).not.toContain(photoId);
    }
  });

  it('extends an assessment that completes at that moment, once', async () => {
    const [rater, next] = assessors as [Person, Person];
    for (let round = 0; round < ROUNDS; round += 1) {
      const photoId = await owner.running(1);
      await owner.grant(5);
      const before = await owner.tokens();
      const submit = await readyToRate(rater, owner.person);
      const [rated, extended] = await together(round, submit, () => owner.extend(photoId, 1));
      expect([rated.status, extended.status]).toEqual([201, 200]);
      await expectBalance(owner.person, before - 5);
      await eventually(async () => {
        const photo = (await owner.person.photos('testing')).find(({ _id }) => _id === photoId);
        expect(photo).toMatchObject({ testLimit: 2, testTimesRated: 1, limitReached: false });
      });
      expect((await (await readyToRate(next, owner.person))()).status).toBe(201);
      expect(await owner.end(photoId)).toMatchObject({ status: 200, body: { refundTokens: 0 } });
    }
  });

  it('starts a newcomer over while two rate, and keeps what was earned and what was paid', async () => {
    for (let round = 0; round < 2; round += 1) {
      const newcomer = await Person.signedUp(system);
      await newcomer.expect(photosRoutes.uploadPhotos, { form: await newcomer.uploadForm(await twoPhonePictures()) });
      const [photo] = await newcomer.photos('testing');
      const raters = assessors.slice(0, 2);
      const earned = await Promise.all(raters.map(async (rater) => (await rater.user()).tokenCount));
      const submits = await Promise.all(raters.map((rater) => readyToRate(rater, newcomer, { withComments: true })));
      const remove = () => newcomer.call(photosRoutes.deletePhoto, { params: { photoId: photo!._id } });
      const [rated, removed] = await together(round, () => Promise.all(submits.map((submit) => submit())), remove);
      const accepted = rated.filter(({ status }) => status === 201).length;
      for (const { status } of rated) expect([201, 404, 409]).toContain(status);
      expect(removed).toMatchObject({ status: 200, body: { resetOccurred: true, refundTokens: 40 - 10 * accepted } });
      // A reset refunds the cost of the ratings only once.
      await expectBalance(newcomer, 40);
      for (const [index, rater] of raters.entries()) {
        const { body } = rated[index]!;
        await expectBalance(rater, earned[index]! + (body.success ? body.tokensEarned : 0));
      }
      expect(await newcomer.photos('testing')).toEqual([]);
      expect(await newcomer.user()).toMatchObject({ hasFirstTested: false, firstTestedDate: null });
      await expectNothingHeld(support, newcomer);
    }
  });
});
