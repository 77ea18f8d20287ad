import { randomUUID } from 'node:crypto';
import { assessmentsRpc, type PhotoId, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnTest, refusalOf } from '../../assessments.fixture.spec.js';

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
  const endedOf = async ({ testId }: OwnTest) =>
    (await assessments.eventsOf(`test-${testId}`)).filter(({ type }) => type === 'AssessmentEnded');
  const noWorkLeft = () =>
    eventually(
      async () =>
        expect(await assessments.session.query('select from work_items where completed_at is null')).toEqual([]),
      { withinMs: 30_000 },
    );
  const ratingsSeen = async (photoId: PhotoId) => (await assessments.assessmentsOf([photoId]))[0]?.fairScore?.raters;

  /** All like the first photo and dislike the others, unless they are told otherwise. */
  async function rate(test: OwnTest, count: number, scores: readonly number[] = [19]): Promise<void> {
    for (const raterId of await assessments.assessors(count)) {
      await assessments.open(raterId, test.ownerId);
      await submit(test, raterId, scores);
    }
  }

  const submit = (test: OwnTest, raterId: UserId, scores: readonly number[] = [19]) => {
    const ratings = test.photoIds.map((photoId, index) => ({
      photoId,
      rating: scores[index] ?? 2,
      comments: [[7, 45, 16]] as [number, number, number][],
    }));
    const request = { raterId, ownerId: test.ownerId, ratings };
    return assessments.rpc.call(assessmentsRpc.submitRatings, request, assessments.context(raterId));
  };
  const dataOf = async ({ testId }: OwnTest, wanted: string) =>
    (await assessments.eventsOf(`test-${testId}`)).filter(({ type }) => type === wanted).map(({ data }) => data);

  it('ends all photos of the test and gives back what is left, where the owner wants that', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    await choose(ownerId, true);
    const test = await assessments.startedTest(ownerId, 2, { testLimit: 10 });
    await rate(test, 3);
    await eventually(async () => expect(await endedOf(test)).toHaveLength(2), { withinMs: 15_000 });
    for (const { data } of await endedOf(test)) expect(data['refundTokens']).toBe(35);
    const chosen = await assessments.rpc.call(
      assessmentsRpc.getScorePreferences,
      { userId: ownerId },
      assessments.context(ownerId),
    );
    expect(chosen).toEqual({ stopWhenSettled: true });
  });

  it('lets who is assessing it right now finish, and nobody else begin', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    await choose(ownerId, true);
    const test = await assessments.startedTest(ownerId, 2, { testLimit: 10 });
    const [working, late] = await assessments.assessors(2);
    await assessments.open(working!, ownerId);
    await rate(test, 3);
    await eventually(async () => expect(await dataOf(test, 'AssessmentShrunk')).toHaveLength(2), { withinMs: 15_000 });
    for (const shrunk of await dataOf(test, 'AssessmentShrunk')) {
      expect(shrunk).toMatchObject({ testLimit: 4, removedAssessors: 6, refundTokens: 30 });
    }
    expect(await refusalOf(assessments.open(late!, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    await submit(test, working!);
    expect(await dataOf(test, 'AssessmentCompleted')).toHaveLength(2);
    await noWorkLeft();
    expect(await endedOf(test)).toEqual([]);
    expect(await dataOf(test, 'AssessmentShrunk')).toHaveLength(2);
  });

  it.each([
    ['ends only what runs, where a complete photo beats it', [19, 2, 2], 2],
    ['goes on, where a complete photo is as good as the best that runs', [19, 19, 2], 0],
  ])('%s', async (_, scores, ends) => {
    const { ownerId: userId } = await assessments.onboardedOwner();
    await choose(userId, true);
    const test = await assessments.startedTest(userId, 3, { testLimit: 10 });
    const fewer = { userId, photoId: test.photoIds[0]!, difference: -7 };
    await eventually(() => assessments.rpc.call(assessmentsRpc.adjustAssessment, fewer, assessments.context(userId)));
    await rate(test, 3, scores);
    expect(await dataOf(test, 'AssessmentCompleted')).toMatchObject([{ photoId: test.photoIds[0] }]);
    await eventually(async () => expect(await ratingsSeen(test.photoIds[2]!)).toBe(3));
    await noWorkLeft();
    expect(await endedOf(test)).toHaveLength(ends);
  });

  it('ends when a place that was kept is not used, and gives its tokens back too', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    await choose(ownerId, true);
    const test = await assessments.startedTest(ownerId, 2, { testLimit: 10 });
    const [working] = await assessments.assessors(1);
    await assessments.open(working!, ownerId);
    await rate(test, 3);
    await eventually(async () => expect(await dataOf(test, 'AssessmentShrunk')).toHaveLength(2), { withinMs: 15_000 });
    assessments.passTime(16 * 60_000);
    await eventually(async () => expect(await endedOf(test)).toHaveLength(2), { withinMs: 30_000 });
    for (const { data } of await endedOf(test)) expect(data['refundTokens']).toBe(5);
  });

  it('is off by default, and never touches a first assessment', async () => {
    const { ownerId, firstTest } = await assessments.onboardedOwner();
    const test = await assessments.startedTest(ownerId, 2, { testLimit: 10 });
    await rate(test, 4);
    await eventually(async () => expect(await ratingsSeen(test.photoIds[1]!)).toBe(4));
    const newcomer = await assessments.startedTest(randomUUID() as UserId, 2);
    await choose(newcomer.ownerId, true);
    await rate(newcomer, 3);
    await eventually(async () => expect(await ratingsSeen(newcomer.photoIds[1]!)).toBe(3));
    await noWorkLeft();
    for (const untouched of [test, firstTest, newcomer]) expect(await endedOf(untouched)).toEqual([]);
  });
});
