import { randomUUID } from 'node:crypto';
import { assessmentsEvents, assessmentsRpc, photosEvents } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnTest } from '../assessments.fixture.spec.js';

describe('ending an assessment', () => {
  let assessments: AssessmentsFixture;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
  });
  afterAll(() => assessments.stop());

  const refundOf = async ({ ownerId: userId }: OwnTest) =>
    (await assessments.rpc.call(assessmentsRpc.calculateRefund, { userId }, assessments.context(userId))).refundTokens;
  const deleted = (ownerId: OwnTest['ownerId'], photoId: OwnTest['photoIds'][number], version = 5) =>
    assessments.publish(photosEvents.PhotoDeleted, { photoId, userId: ownerId }, `photo-${photoId}`, version);

  it('of the first test starts the owner over: ratings go, unused tokens come back, a new first start is open', async () => {
    const test = await assessments.startedTest();
    const [raterId] = await assessments.assessors(1);
    await assessments.submit(test, raterId!);
    expect(await refundOf(test)).toBe(30);
    const key = randomUUID();
    const answers = [];
    for (let time = 1; time <= 3; time++) answers.push(await assessments.end(test.ownerId, test.photoIds[0]!, { key }));
    expect(answers[0]).toMatchObject({ refundTokens: 30, resetOccurred: true, photoIds: test.photoIds });
    expect(answers[1]).toEqual(answers[0]);
    expect([answers[0]!.eventIds.length, answers[0]!.resetEventIds.length]).toEqual([2, 1]);
    expect(await assessments.end(test.ownerId, test.photoIds[1]!)).toMatchObject({
      refundTokens: 0,
      resetOccurred: false,
    });
    expect(await assessments.assessmentsOf(test.photoIds)).toMatchObject([
      { testId: null, timesRated: 0, comments: [] },
      { testId: null, timesRated: 0, comments: [] },
    ]);
    expect(answers[0]).toMatchObject({ givenBackTokens: 10 });
    const again = await assessments.startedTest(test.ownerId);
    expect(await refundOf(again)).toBe(40);
    await assessments.submit(again, raterId!);
    expect(await assessments.end(again.ownerId, again.photoIds[0]!)).toMatchObject({
      ...{ refundTokens: 30, givenBackTokens: 0, resetOccurred: true },
    });
    // From now on a start costs what came back, and ratings take of that first.
    const cheaper = await assessments.startedTest(test.ownerId);
    expect(await refundOf(cheaper)).toBe(30);
    for (const rater of await assessments.assessors(3)) await assessments.submit(cheaper, rater);
    expect(await refundOf(cheaper)).toBe(0);
    await assessments.submit(cheaper, raterId!);
    expect(await assessments.end(test.ownerId, cheaper.photoIds[0]!, { removing: true })).toMatchObject({
      ...{ refundTokens: 0, givenBackTokens: 0, resetOccurred: true },
    });
    const free = await assessments.startedTest(test.ownerId);
    expect(await refundOf(free)).toBe(0);
    const [reset] = await assessments.published(assessmentsEvents.FirstAssessmentReset, 1);
    expect(assessmentsEvents.FirstAssessmentReset.data.parse(reset.data)).toEqual(reset.data);
  });

  it('of a later test gives back that photo’s places and leaves the others running', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const test = await assessments.startedTest(ownerId, 2, { testLimit: 3 });
    const [raterId, other] = await assessments.assessors(2);
    await assessments.submit(test, raterId!);
    expect(await assessments.end(ownerId, test.photoIds[0]!)).toMatchObject({
      refundTokens: 10,
      resetOccurred: false,
      photoIds: [test.photoIds[0]],
    });
    const rest = { ...test, photoIds: test.photoIds.slice(1) };
    expect((await assessments.open(other!, ownerId)).photos.map(({ photoId }) => photoId)).toEqual(rest.photoIds);
    await assessments.submit(rest, other!);
    expect(await assessments.assessmentsOf(test.photoIds)).toMatchObject([
      { running: false, testTimesRated: 1, timesRated: 1 },
      { running: true, testTimesRated: 2, timesRated: 2 },
    ]);
  });

  it('of nothing that runs changes nothing', async () => {
    const { ownerId, firstTest } = await assessments.onboardedOwner();
    const nothing = {
      refundTokens: 0,
      givenBackTokens: 0,
      resetOccurred: false,
      photoIds: [],
      eventIds: [],
      resetEventIds: [],
    };
    expect(await assessments.end(ownerId, firstTest.photoIds[0]!)).toEqual(nothing);
    const foreign = await assessments.startedTest();
    expect(await assessments.end(ownerId, foreign.photoIds[0]!)).toEqual(nothing);
    expect(await refundOf(foreign)).toBe(40);
  });

  it('by removing a photo of a complete first test starts over too, as long as there is no profile', async () => {
    const test = await assessments.startedTest();
    for (const raterId of await assessments.assessors(4)) await assessments.submit(test, raterId);
    expect(await assessments.end(test.ownerId, test.photoIds[0]!)).toMatchObject({ resetOccurred: false });
    expect(await assessments.end(test.ownerId, test.photoIds[0]!, { removing: true })).toMatchObject({
      resetOccurred: true,
      refundTokens: 0,
      givenBackTokens: 40,
    });
    const onboarded = await assessments.onboardedOwner();
    const [photoId] = onboarded.firstTest.photoIds;
    expect(await assessments.end(onboarded.ownerId, photoId!, { removing: true })).toMatchObject({
      resetOccurred: false,
    });
  });

  it('follows the deletion of a photo, told twice or not, and its ratings are gone', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const test = await assessments.startedTest(ownerId, 2);
    const [raterId] = await assessments.assessors(1);
    await assessments.submit(test, raterId!);
    const [photoId] = test.photoIds;
    const event = await deleted(ownerId, photoId!);
    await assessments.deliver(photosEvents.PhotoDeleted, event);
    await assessments.settled('forget-on-photo-deleted', event);
    const types = (await assessments.eventsOf(`test-${test.testId}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'AssessmentEnded')).toHaveLength(1);
    const owner = await assessments.eventsOf(`owner-${ownerId}`);
    expect(owner.filter(({ type }) => type === 'PhotoForgotten')).toHaveLength(1);
    await assessments.end(ownerId, test.photoIds[1]!);
    expect(await assessments.assessmentsOf([photoId!])).toMatchObject([{ timesRated: 0, comments: [], testId: null }]);
    const rows = await assessments.session.query('select 1 from received_rating where photo_id = $1', [photoId]);
    expect(rows).toEqual([]);
  });

  it('of a start that waits for a deleted photo gives the start up', async () => {
    const { ownerId, testId, photoIds } = await assessments.openedTest();
    const event = await deleted(ownerId, photoIds[0]!);
    await assessments.settled('forget-on-photo-deleted', event);
    const types = (await assessments.eventsOf(`test-${testId}`)).map(({ type }) => type);
    expect(types).toEqual(['StartOpened', 'StartAbandoned']);
  });

  it('and the deletion of the photo while it is rated leave no rating and no place behind', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const test = await assessments.startedTest(ownerId, 1, { testLimit: 10 });
    const raters = await assessments.assessors(8);
    const [event, ...outcomes] = await Promise.all([
      deleted(ownerId, test.photoIds[0]!),
      ...raters.map((raterId) => assessments.submit(test, raterId).catch(() => undefined)),
    ]);
    await assessments.settled('forget-on-photo-deleted', event);
    const accepted = outcomes.filter((outcome) => outcome !== undefined).length;
    const events = await assessments.eventsOf(`test-${test.testId}`);
    const ended = events.filter(({ type }) => type === 'AssessmentEnded');
    expect(ended.map(({ data }) => data.refundTokens)).toEqual([(10 - accepted) * 5]);
    await assessments.startedTest(ownerId, 1);
    expect(await assessments.assessmentsOf(test.photoIds)).toMatchObject([{ timesRated: 0, testId: null }]);
  });
});
