import { randomUUID } from 'node:crypto';
import { assessmentsRpc, photosEvents, type Rpc } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnTest, refusalOf } from './assessments.fixture.spec.js';
import { rebuildBeside } from './rebuild.fixture.spec.js';

describe('the projections', () => {
  let assessments: AssessmentsFixture;
  let test: OwnTest;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    test = await assessments.startedTest();
    const raters = await assessments.assessors(3);
    for (const [index, raterId] of raters.entries()) await assessments.submit(test, raterId, { score: 5 + 5 * index });
    const reset = await assessments.startedTest();
    await assessments.submit(reset, raters[0]!);
    await assessments.end(reset.ownerId, reset.photoIds[0]!);
    const { ownerId, firstTest } = await assessments.onboardedOwner();
    const later = await assessments.startedTest(ownerId, 2);
    await assessments.submit(later, raters[1]!);
    await assessments.open(raters[2]!, ownerId);
    await assessments.end(ownerId, later.photoIds[0]!);
    const [photoId] = firstTest.photoIds;
    const deleted = { photoId: photoId!, userId: ownerId };
    const event = await assessments.publish(photosEvents.PhotoDeleted, deleted, `photo-${photoId}`, 9);
    await assessments.settled('forget-on-photo-deleted', event);
    await assessments.openedTest();
  });
  afterAll(() => assessments.stop());

  it('asks for no aggregation again while it is rebuilt', async () => {
    const items = () => assessments.session.query('select id from work_items order by id');
    await assessments.startWorker();
    const before = await items();
    await rebuildBeside(assessments, 'scores');
    expect(await items()).toEqual(before);
    await assessments.stopWorker();
  });

  it('count exactly', async () => {
    const [photo, other] = await assessments.assessmentsOf(test.photoIds);
    expect(photo).toMatchObject({ timesRated: 3, testTimesRated: 3, totalScore: 30, running: true, testLimit: 4 });
    expect(photo!.variance).toBeCloseTo(50 / 3, 10);
    expect(photo!.comments).toEqual(Array.from({ length: 3 }, () => [7, 45, 16]));
    expect(photo!.commentsSelected).toHaveLength(49);
    expect(other!.originalRange).toEqual([1, 20]);
  });

  it('show an owner the ratings, newest first, without who rated', async () => {
    const { ownerId: userId, photoIds, testId } = test;
    const context = assessments.context(userId);
    const request = { userId, photoId: photoIds[0]! };
    const { currentRatings, pastRatings } = await assessments.rpc.call(assessmentsRpc.getRatings, request, context);
    expect(currentRatings.map(({ score }) => score)).toEqual([15, 10, 5]);
    expect(pastRatings).toEqual([]);
    expect(currentRatings[0]).toMatchObject({ groupId: testId, comments: [[7, 45, 16]] });
    expect(JSON.stringify(currentRatings)).not.toContain('rater');
    const { ratingGroups } = await assessments.rpc.call(assessmentsRpc.getRatingGroups, { userId }, context);
    expect(ratingGroups).toHaveLength(1);
    expect(ratingGroups[0]!.ratings).toHaveLength(6);
    const scores: (number | null)[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const asked = { userId, limit: 3, ...(cursor && { cursor }) };
      const page = await assessments.rpc.call(assessmentsRpc.getRatingGroups, asked, context);
      scores.push(...page.ratingGroups.flatMap((group) => group.ratings.map(({ score }) => score)));
      cursor = page.nextCursor;
    }
    expect(scores).toEqual(ratingGroups[0]!.ratings.map(({ score }) => score));
    const range = await assessments.rpc.call(assessmentsRpc.getConfidenceRange, request, context);
    expect(range).toMatchObject({ confidenceRange: [1, 20], level: 'Low', previousFairScore: null });
    const shown = await assessments.rpc.call(assessmentsRpc.getTest, { userId, testId }, context);
    expect(shown.photoIds).toEqual(photoIds);
  });

  it('show nothing of it to anybody else', async () => {
    const { photoIds, testId } = test;
    const [stranger] = await assessments.assessors(1);
    const context = assessments.context(stranger);
    const asked = { userId: stranger!, photoId: photoIds[0]! };
    const { getRatings, getConfidenceRange, calculateRefund } = assessmentsRpc;
    for (const rpc of [getRatings, getConfidenceRange, calculateRefund] as Rpc[]) {
      expect(await refusalOf(assessments.rpc.call(rpc, asked, context))).toMatchObject({ code: 'NOT_FOUND' });
      const foreign = { ...asked, userId: test.ownerId };
      expect(await refusalOf(assessments.rpc.call(rpc, foreign, context))).toMatchObject({ code: 'FORBIDDEN' });
    }
    const ofTest = { userId: stranger!, testId };
    expect(await refusalOf(assessments.rpc.call(assessmentsRpc.getTest, ofTest, context))).toMatchObject({
      code: 'NOT_FOUND',
    });
    const groups = await assessments.rpc.call(assessmentsRpc.getRatingGroups, { userId: stranger! }, context);
    expect(groups.ratingGroups).toEqual([]);
  });

  it('answer for photos that were never assessed, in the order asked', async () => {
    const unknown = randomUUID() as (typeof test.photoIds)[number];
    const [first, second] = await assessments.assessmentsOf([unknown, test.photoIds[1]!]);
    expect(first).toMatchObject({ photoId: unknown, testId: null, timesRated: 0, originalRange: [1, 20] });
    expect(second).toMatchObject({ photoId: test.photoIds[1], timesRated: 3 });
  });
});
