import { randomUUID } from 'node:crypto';
import { assessmentsEvents, type PhotoId, photosEvents, ratersRpc, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, refusalOf } from '../../assessments.fixture.spec.js';
import { goldSettings } from '../../domain/test/gold.js';

describe('pairs with an obvious answer', () => {
  let assessments: AssessmentsFixture;
  const houseId = newUserId();

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    await assessments.startWorker();
  });
  afterAll(() => assessments.stop());

  async function housePhoto(userId = houseId): Promise<PhotoId> {
    const photoId = randomUUID() as PhotoId;
    const data = { photoId, userId, testId: null } as never;
    await assessments.settled(
      'own-on-photo-uploaded',
      await assessments.publish(photosEvents.PhotoUploaded, data, `photo-${photoId}`, 1),
    );
    return photoId;
  }
  const register = (finePhotoId: PhotoId, badPhotoId: PhotoId, roles: ('user' | 'support')[] = ['support']) =>
    assessments.rpc.call(
      ratersRpc.registerGoldTest,
      { finePhotoId, badPhotoId },
      assessments.context(newUserId(), { roles }),
    );
  /** Rates others' tests until a test of somebody stands in the feed who has never started one. */
  async function untilOffered(raterId: UserId, testsMax = 20) {
    for (let test = 0; test < testsMax; test += 1) {
      const { entries } = await assessments.feed(raterId);
      const gold = entries.find(({ photoIds }) => photoIds.some((photoId) => drawn.has(photoId)));
      if (gold) return { gold, test, entries };
      const next = await assessments.startedTest();
      await assessments.open(raterId, next.ownerId);
      assessments.passTime(60_000);
      await assessments.submit(next, raterId, { score: (test % 15) + 1 });
    }
    return undefined;
  }
  const drawn = new Set<string>();

  it('are made by support, of two photos of one owner that were never assessed, once', async () => {
    const [fine, bad] = [await housePhoto(), await housePhoto()];
    const { goldId } = await register(fine, bad);
    expect(await register(fine, bad)).toEqual({ goldId });
    for (const photoId of [fine, bad]) drawn.add(photoId);
    expect(await refusalOf(register(fine, bad, ['user']))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusalOf(register(fine, randomUUID() as PhotoId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(register(fine, await housePhoto(newUserId())))).toMatchObject({ code: 'CONFLICT' });
    const { photoIds } = await assessments.startedTest();
    expect(await refusalOf(register(photoIds[0]!, photoIds[1]!))).toMatchObject({ code: 'CONFLICT' });
  });

  it('come once among other tests, look like them, pay as they do and are in nobody’s numbers', async () => {
    const [rita, rob] = (await assessments.assessors(2)) as [UserId, UserId];
    const { gold, test, entries } = (await untilOffered(rita))!;
    expect(test).toBeGreaterThanOrEqual(6);
    expect(entries.length).toBeGreaterThan(1);
    expect(gold.userId).not.toBe(houseId);
    // Whose turn it is not finds nothing there.
    expect(await refusalOf(assessments.open(rob, gold.userId))).toMatchObject({ code: 'NOT_FOUND' });
    const opened = await assessments.open(rita, gold.userId);
    expect(opened.testId).toBe(gold.testId);
    expect(opened.assessments).toMatchObject([
      { testLimit: goldSettings.testLimit, running: true, ratingRequired: true, minComments: 1 },
      { testLimit: goldSettings.testLimit, running: true, ratingRequired: true, minComments: 1 },
    ]);
    expect(await assessments.open(rita, gold.userId)).toEqual(opened);
    assessments.passTime(30_000);
    const ratings = assessments.ratingsFor(opened.assessments.map(({ photoId }) => photoId));
    const answer = await assessments.rate(gold.userId, rita, ratings);
    expect(answer.tokensEarned).toBe(20);
    const told = (await assessments.published(assessmentsEvents.GoldRatingsAccepted, 1)).at(-1);
    expect(told.data).toMatchObject({ submissionId: answer.submissionId, userId: rita, rewardTokens: 20 });
    const counted = `select from received_rating where photo_id = any ($1::uuid[])
      union all select from photo_score where photo_id = any ($1::uuid[])
      union all select from open_assessment where photo_id = any ($1::uuid[])`;
    expect(await assessments.session.query(counted, [[...drawn]])).toEqual([]);
    // The same score for both is no answer to it.
    await eventually(async () => {
      const rows = await assessments.session.query('select gold_right from rater_submission where submission_id = $1', [
        answer.submissionId,
      ]);
      expect(rows).toEqual([{ gold_right: false }]);
    });
    expect(await untilOffered(rita)).toBeUndefined();
  }, 60_000);

  it('are another one after each, and are not offered once a photo of them is deleted', async () => {
    const [rita] = (await assessments.assessors(1)) as [UserId];
    const { gold } = (await untilOffered(rita))!;
    const deleted = { photoId: gold.photoIds[0]!, userId: houseId };
    const deletion = await assessments.publish(photosEvents.PhotoDeleted, deleted, `photo-${deleted.photoId}`, 9);
    await assessments.settled('forget-on-photo-deleted', deletion);
    const { entries } = await assessments.feed(rita);
    expect(entries.map(({ testId }) => testId)).not.toContain(gold.testId);
  }, 60_000);
});
