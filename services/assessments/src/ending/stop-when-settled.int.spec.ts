import { randomUUID } from 'node:crypto';
import { assessmentsRpc, type PhotoId, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnAssessment, refusalOf } from '../assessments.fixture.spec.js';

describe('stopping when the question is settled', () => {
  let assessments: AssessmentsFixture;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    await assessments.startWorker();
  });
  afterAll(() => assessments.stop());

  const choose = (userId: UserId, stopWhenSettled: boolean) =>
    assessments.rpc.call(
      assessmentsRpc.updateScorePreferences,
      { userId, stopWhenSettled },
      assessments.context(userId),
    );
  const endedOf = async ({ photoAssessmentId }: OwnAssessment) =>
    (await assessments.eventsOf(`photo-assessment-${photoAssessmentId}`)).filter(
      ({ type }) => type === 'AssessedPhotoEnded',
    );
  const noWorkLeft = () =>
    eventually(async () =>
      expect(await assessments.session.query('select from work_items where completed_at is null')).toEqual([]),
    );
  const ratingsSeen = async (photoId: PhotoId) => (await assessments.scoresOf([photoId]))[0]?.fairScore?.raters;

  /** Lets new assessors rate. Each gives the first photo 19 and the others 2, unless `scores` says otherwise. */
  async function rate(photoAssessment: OwnAssessment, count: number, scores: readonly number[] = [19]): Promise<void> {
    for (const assessorId of await assessments.assessors(count)) {
      await assessments.open(assessorId, photoAssessment.ownerId);
      await submit(photoAssessment, assessorId, scores);
    }
  }

  const submit = (photoAssessment: OwnAssessment, assessorId: UserId, scores: readonly number[] = [19]) => {
    const ratings = photoAssessment.photoIds.map((photoId, index) => ({
      photoId,
      rating: scores[index] ?? 2,
      comments: [[7, 45, 16]] as [number, number, number][],
    }));
    const request = { assessorId, ownerId: photoAssessment.ownerId, ratings };
    return assessments.rpc.call(assessmentsRpc.submitRatings, request, assessments.context(assessorId));
  };
  const dataOf = async ({ photoAssessmentId }: OwnAssessment, wanted: string) =>
    (await assessments.eventsOf(`photo-assessment-${photoAssessmentId}`))
      .filter(({ type }) => type === wanted)
      .map(({ data }) => data);

  it('ends all photos of the photo assessment and gives back what is left, where the owner wants that', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    await choose(ownerId, true);
    const photoAssessment = await assessments.startedAssessment(ownerId, 2, { testLimit: 10 });
    await rate(photoAssessment, 3);
    await eventually(async () => expect(await endedOf(photoAssessment)).toHaveLength(2));
    for (const { data } of await endedOf(photoAssessment)) expect(data['refundTokens']).toBe(35);
    const chosen = await assessments.rpc.call(
      assessmentsRpc.getScorePreferences,
      { userId: ownerId },
      assessments.context(ownerId),
    );
    expect(chosen).toEqual({ stopWhenSettled: true, compareBy: 'anyone' });
  });

  it('lets who is assessing it right now finish, and nobody else begin', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    await choose(ownerId, true);
    const photoAssessment = await assessments.startedAssessment(ownerId, 2, { testLimit: 10 });
    const [working, late] = await assessments.assessors(2);
    await assessments.open(working!, ownerId);
    await rate(photoAssessment, 3);
    await eventually(async () => expect(await dataOf(photoAssessment, 'AssessedPhotoShrunk')).toHaveLength(2));
    for (const shrunk of await dataOf(photoAssessment, 'AssessedPhotoShrunk')) {
      expect(shrunk).toMatchObject({ testLimit: 4, removedAssessors: 6, refundTokens: 30 });
    }
    expect(await refusalOf(assessments.open(late!, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    await submit(photoAssessment, working!);
    expect(await dataOf(photoAssessment, 'AssessedPhotoCompleted')).toHaveLength(2);
    await noWorkLeft();
    expect(await endedOf(photoAssessment)).toEqual([]);
    expect(await dataOf(photoAssessment, 'AssessedPhotoShrunk')).toHaveLength(2);
  });

  it.each([
    ['ends only what runs, where a complete photo beats it', [19, 2, 2], 2],
    ['goes on, where a complete photo is as good as the best that runs', [19, 19, 2], 0],
  ])('%s', async (_, scores, ends) => {
    const { ownerId: userId } = await assessments.onboardedOwner();
    await choose(userId, true);
    const photoAssessment = await assessments.startedAssessment(userId, 3, { testLimit: 10 });
    const fewer = { userId, photoId: photoAssessment.photoIds[0]!, difference: -7 };
    await eventually(() => assessments.rpc.call(assessmentsRpc.adjustAssessment, fewer, assessments.context(userId)));
    await rate(photoAssessment, 3, scores);
    expect(await dataOf(photoAssessment, 'AssessedPhotoCompleted')).toMatchObject([
      { photoId: photoAssessment.photoIds[0] },
    ]);
    await eventually(async () => expect(await ratingsSeen(photoAssessment.photoIds[2]!)).toBe(3));
    await noWorkLeft();
    expect(await endedOf(photoAssessment)).toHaveLength(ends);
  });

  it('ends when a place that was kept is not used, and gives its tokens back too', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    await choose(ownerId, true);
    const photoAssessment = await assessments.startedAssessment(ownerId, 2, { testLimit: 10 });
    const [working] = await assessments.assessors(1);
    await assessments.open(working!, ownerId);
    await rate(photoAssessment, 3);
    await eventually(async () => expect(await dataOf(photoAssessment, 'AssessedPhotoShrunk')).toHaveLength(2));
    assessments.passTime(16 * 60_000);
    await eventually(async () => expect(await endedOf(photoAssessment)).toHaveLength(2));
    for (const { data } of await endedOf(photoAssessment)) expect(data['refundTokens']).toBe(5);
  });

  it('is off by default, and never touches a first assessment', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const photoAssessment = await assessments.startedAssessment(ownerId, 2, { testLimit: 10 });
    await rate(photoAssessment, 4);
    await eventually(async () => expect(await ratingsSeen(photoAssessment.photoIds[1]!)).toBe(4));
    const newcomer = await assessments.startedAssessment(randomUUID() as UserId, 2);
    await choose(newcomer.ownerId, true);
    await rate(newcomer, 3);
    await eventually(async () => expect(await ratingsSeen(newcomer.photoIds[1]!)).toBe(3));
    await noWorkLeft();
    for (const untouched of [photoAssessment, firstAssessment, newcomer]) expect(await endedOf(untouched)).toEqual([]);
  });
});
