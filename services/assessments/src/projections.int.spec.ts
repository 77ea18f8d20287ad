import { randomUUID } from 'node:crypto';
import { assessmentsRpc, photosEvents, type Rpc } from '@candid/contracts';
import { rebuildProjection } from '@candid/platform/persistence';
import { sessionUrlOf } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnAssessment, refusalOf } from './assessments.fixture.spec.js';
import { projections } from './read-models.js';

/** Rebuilds a projection with a second runner, while the service's own runner continues. */
async function rebuildBeside({ databaseUrl }: AssessmentsFixture, name: string): Promise<void> {
  const projection = projections.map((Projection) => new Projection()).find((candidate) => candidate.name === name);
  await rebuildProjection({
    databaseUrl,
    sessionUrl: sessionUrlOf(databaseUrl),
    entities: [],
    projection: projection!,
  });
}

describe('the projections', () => {
  let assessments: AssessmentsFixture;
  let photoAssessment: OwnAssessment;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    photoAssessment = await assessments.startedAssessment();
    const assessors = await assessments.assessors(3);
    for (const [index, assessorId] of assessors.entries())
      await assessments.submit(photoAssessment, assessorId, { score: 5 + 5 * index });
    const reset = await assessments.startedAssessment();
    await assessments.submit(reset, assessors[0]!);
    await assessments.end(reset.ownerId, reset.photoIds[0]!);
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const later = await assessments.startedAssessment(ownerId, 2);
    await assessments.submit(later, assessors[1]!);
    await assessments.open(assessors[2]!, ownerId);
    await assessments.end(ownerId, later.photoIds[0]!);
    const [photoId] = firstAssessment.photoIds;
    const deleted = { photoId: photoId!, userId: ownerId };
    const event = await assessments.publish(photosEvents.PhotoDeleted, deleted, `photo-${photoId}`, 9);
    await assessments.settled('forget-photo-on-photo-deleted', event);
    await assessments.openedAssessment();
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
    const [photo, other] = await assessments.scoresOf(photoAssessment.photoIds);
    expect(photo).toMatchObject({ timesRated: 3, testTimesRated: 3, totalScore: 30, running: true, testLimit: 4 });
    expect(photo!.variance).toBeCloseTo(50 / 3, 10);
    expect(photo!.comments).toEqual(Array.from({ length: 3 }, () => [7, 45, 16]));
    expect(photo!.commentsSelected).toHaveLength(49);
    expect(other!.originalRange).toEqual([1, 20]);
  });

  it('show an owner the ratings, newest first, without who rated', async () => {
    const { ownerId: userId, photoIds, photoAssessmentId } = photoAssessment;
    const context = assessments.context(userId);
    const request = { userId, photoId: photoIds[0]! };
    const { currentRatings, pastRatings } = await assessments.rpc.call(assessmentsRpc.getRatings, request, context);
    expect(currentRatings.map(({ score }) => score)).toEqual([15, 10, 5]);
    expect(pastRatings).toEqual([]);
    expect(currentRatings[0]).toMatchObject({ photoAssessmentId, comments: [[7, 45, 16]] });
    expect(JSON.stringify(currentRatings)).not.toContain('assessor');
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
    const shown = await assessments.rpc.call(assessmentsRpc.getStartedPhotos, { userId, photoAssessmentId }, context);
    expect(shown.photoIds).toEqual(photoIds);
  });

  it('show nothing of it to anybody else', async () => {
    const { photoIds, photoAssessmentId } = photoAssessment;
    const [stranger] = await assessments.assessors(1);
    const context = assessments.context(stranger);
    const asked = { userId: stranger!, photoId: photoIds[0]! };
    const { getRatings, getConfidenceRange, calculateRefund } = assessmentsRpc;
    for (const rpc of [getRatings, getConfidenceRange, calculateRefund] as Rpc[]) {
      expect(await refusalOf(assessments.rpc.call(rpc, asked, context))).toMatchObject({ code: 'NOT_FOUND' });
      const foreign = { ...asked, userId: photoAssessment.ownerId };
      expect(await refusalOf(assessments.rpc.call(rpc, foreign, context))).toMatchObject({ code: 'FORBIDDEN' });
    }
    const ofAssessment = { userId: stranger!, photoAssessmentId };
    expect(await refusalOf(assessments.rpc.call(assessmentsRpc.getStartedPhotos, ofAssessment, context))).toMatchObject(
      {
        code: 'NOT_FOUND',
      },
    );
    const groups = await assessments.rpc.call(assessmentsRpc.getRatingGroups, { userId: stranger! }, context);
    expect(groups.ratingGroups).toEqual([]);
  });

  it('answer for photos that were never assessed, in the order asked', async () => {
    const unknown = randomUUID() as (typeof photoAssessment.photoIds)[number];
    const [first, second] = await assessments.scoresOf([unknown, photoAssessment.photoIds[1]!]);
    expect(first).toMatchObject({ photoId: unknown, photoAssessmentId: null, timesRated: 0, originalRange: [1, 20] });
    expect(second).toMatchObject({ photoId: photoAssessment.photoIds[1], timesRated: 3 });
  });
});
