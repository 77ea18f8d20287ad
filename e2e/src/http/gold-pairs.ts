import {
  accountRoutes,
  assessmentsRoutes,
  type PhotoId,
  photosRoutes,
  ratersRoutes,
  assessmentSettingsRoutes as routes,
  supportLedgerRoutes,
  tokensRoutes,
} from '@candid/contracts';
import { giveTokens, Person, type RunningSystem, submissionFor, twoPhonePictures } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { shapeOf, surfaceOf } from '../people/assessor-surface.js';
import { expectBalancedBooks } from '../people/money.js';
import { onboardedOwner } from '../people/onboarded.js';
import type { OwnSystem } from './own-system.js';

const settings = {
  testLimit: 1,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  minComments: 1,
};
const everyPhrase = async (owner: Person): Promise<[number, number][]> => {
  const form = await owner.uploadForm([]);
  return JSON.parse(String(form.get('commentsSelected')));
};
const bankPhotos = async (person: Person, count: number) => {
  const files = (await twoPhonePictures()).slice(0, count);
  const form = await person.uploadForm(files, 'unrated');
  return (await person.expect(photosRoutes.uploadPhotos, { form })).photos.map(({ _id }) => _id);
};

/**
 * Defines the tests of gold pairs. A pair copies its settings from an assessment in the feed, which may contain only
 * first assessments. If another person entered the feed during a test, the test would mistake that entry for a pair.
 */
export const describeGoldPairs = (started: () => OwnSystem): void =>
  describe('a pair with an obvious answer', () => {
    let system: RunningSystem;
    let support: Person;
    let assessors: Person[];

    beforeAll(() => {
      ({ system, support, assessors } = started());
    });

    it('cannot be told from anybody by any call of an assessor, pays as they do, and counts for nobody', async () => {
      const [finePhotoId, badPhotoId] = (await bankPhotos(support, 2)) as [PhotoId, PhotoId];
      await support.expect(ratersRoutes.registerGoldTest, { body: { finePhotoId, badPhotoId } });
      const newcomer = await Person.signedUp(system);
      await newcomer.expect(photosRoutes.uploadPhotos, { form: await newcomer.uploadForm(await twoPhonePictures()) });
      const host = await onboardedOwner(system, assessors);
      await giveTokens(support, host.userId, 200);
      const rater = await Person.approvedAssessor(system);
      const known = new Set((await rater.expect(assessmentsRoutes.listPublicTests)).data.map(({ userId }) => userId));
      const asked = { ...settings, commentsSelected: await everyPhrase(host) };
      const goldIn = async () => {
        const { data } = await rater.expect(assessmentsRoutes.listPublicTests);
        return data.find(({ userId }) => userId !== host.userId && !known.has(userId));
      };
      const photoIds: PhotoId[] = [];
      for (let pair = 0; pair < 3; pair += 1) photoIds.push(...((await bankPhotos(host, 2)) as PhotoId[]));
      // A pair appears after at most 16 submissions. Rating six photos of six assessments counts as six submissions.
      for (let round = 0; round < 3 && !(await goldIn()); round += 1) {
        for (const photoId of photoIds) await host.expect(routes.reactivate, { params: { photoId }, body: asked });
        const body = await submissionFor(rater, host.userId, 3 + round);
        await rater.expect(assessmentsRoutes.submitRatings, { body });
        for (const photoId of photoIds) await host.expect(photosRoutes.deactivate, { params: { photoId } });
      }
      const gold = (await goldIn())!;
      expect(gold.userId).not.toBe(support.userId);
      const stored = [finePhotoId, badPhotoId].join('|');
      const seen = await surfaceOf(rater, gold.userId, system.baseUrl);
      expect(JSON.stringify(seen.raw)).not.toMatch(new RegExp(stored));
      const ordinary = await surfaceOf(rater, newcomer.userId, system.baseUrl);
      expect(seen.shapes).toEqual(ordinary.shapes);
      expect(ordinary.shapes).toMatchObject({
        submitted: { status: 201, body: { isRewarded: true, tokensEarned: 30 } },
        reportedBefore: { status: 404 },
        reported: [{ status: 202 }, { status: 409 }],
        blockedBefore: { status: 404 },
        blocked: [{ status: 200 }, { status: 200 }],
      });
      // The two newest entries are the rewards for the gold pair and for the ordinary assessment.
      const { entries } = await rater.expect(tokensRoutes.getStatement);
      expect(shapeOf(entries[0])).toEqual({ ...(shapeOf(entries[1]) as object), balance: entries[0]!.balance });
      const { ratingsGiven } = await rater.expect(accountRoutes.exportAccount);
      expect(ratingsGiven.slice(-4, -2).map(shapeOf)).toEqual(ratingsGiven.slice(-2).map(shapeOf));
      expect((await support.user()).notificationNumber).toBe(0);
      expect((await support.photos('unrated')).map(({ timesRated, testId }) => [timesRated, testId])).toEqual([
        [0, null],
        [0, null],
      ]);
      await expectBalancedBooks(support);
      const reconciled = await support.expect(supportLedgerRoutes.reconcile);
      expect(reconciled.checks.filter(({ ok }) => !ok)).toEqual([]);
    });
  });
