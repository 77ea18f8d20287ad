import { randomUUID } from 'node:crypto';
import { assessmentsEvents, assessmentsRpc, photosEvents, type UserId } from '@candid/contracts';
import { eventually, sendForgeries } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, refusalOf, settings } from '../assessments.fixture.spec.js';

/** Runs without a tokens service, to test starts whose hold gets no answer. The e2e specs test starts with a hold. */
describe('a start', () => {
  let assessments: AssessmentsFixture;
  const minutes = (count: number) => count * 60_000;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
  });
  afterAll(() => assessments.stop());

  const open = (userId: UserId, { key = randomUUID(), photoCount = 2, more = {} } = {}) => {
    const request = { userId, photoCount, settings: { ...settings, ...more } };
    const context = assessments.context(userId, { idempotency: { key, fingerprint: 'f' } });
    return assessments.rpc.call(assessmentsRpc.openStart, request, context);
  };
  const eventTypes = async (ownerId: string) =>
    (await assessments.eventsOf(`owner-${ownerId}`)).map((event) => event.type);
  const startsOf = async (ownerId: string) =>
    (await assessments.eventsOf(`owner-${ownerId}`)).filter((event) => event.type === 'StartReserved');

  it('like every message, is refused to an identity that is unsigned, forged, expired or another’s', async () => {
    const { sent, admitted } = await sendForgeries(assessments.nats.connection, 'assessments');
    expect(admitted).toEqual([]);
    expect(sent).toBeGreaterThan(20);
  });

  it('is recorded before the tokens are asked for, and taken up by the request’s repeat', async () => {
    const userId = newUserId();
    const key = randomUUID();
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await refusalOf(open(userId, { key }))).toMatchObject({ code: 'UNAVAILABLE' });
    }
    expect(await startsOf(userId)).toHaveLength(1);
  });

  it('is the first only once, of twenty that come at the same time', async () => {
    const userId = newUserId();
    const refusals = await Promise.all(Array.from({ length: 20 }, () => refusalOf(open(userId))));
    const codes = refusals.map(({ code }) => code);
    expect(codes.filter((code) => code === 'UNAVAILABLE')).toHaveLength(1);
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(19);
    expect(await startsOf(userId)).toHaveLength(1);
  });

  it('gives way to a new one when its client has been gone for two minutes', async () => {
    const userId = newUserId();
    await refusalOf(open(userId));
    expect(await refusalOf(open(userId))).toMatchObject({ code: 'CONFLICT' });
    assessments.passTime(minutes(3));
    expect(await refusalOf(open(userId))).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await eventTypes(userId)).toEqual(['StartReserved', 'StartReleased', 'StartReserved']);
  });

  it('is refused before anything is recorded where the onboarding or the settings do not allow it', async () => {
    const userId = newUserId();
    expect(await refusalOf(open(userId, { photoCount: 3 }))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refusalOf(open(userId, { more: { testLimit: 5 } }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'testLimit' }],
    });
    expect(await refusalOf(open(userId, { more: { commentsNegative: false } }))).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await eventTypes(userId)).toEqual([]);
    const { ownerId } = await assessments.startedAssessment();
    expect(await refusalOf(open(ownerId))).toMatchObject({ code: 'ONBOARDING_INCOMPLETE' });
    const onboarded = await assessments.onboardedOwner();
    expect(await refusalOf(open(onboarded.ownerId, { photoCount: 7 }))).toMatchObject({ code: 'POOL_FULL' });
  });

  it('is confirmed once, whoever asks again, and then cannot be abandoned', async () => {
    const { ownerId: userId, photoAssessmentId } = await assessments.openedAssessment();
    const confirm = () =>
      assessments.rpc.call(assessmentsRpc.confirmStart, { userId, photoAssessmentId }, assessments.context(userId));
    const answers = await Promise.all(Array.from({ length: 10 }, confirm));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]!.scores).toMatchObject([{ running: true, testLimit: 4 }, { running: true }]);
    expect(await eventTypes(userId)).toEqual(['StartReserved', 'StartTaken']);
    const abandon = assessments.rpc.call(
      assessmentsRpc.abandonStart,
      { userId, photoAssessmentId },
      assessments.context(userId),
    );
    expect(await refusalOf(abandon)).toMatchObject({ code: 'CONFLICT' });
  });

  it('has its photo in the pool once it is confirmed, although that was moved after it was reserved', async () => {
    const { ownerId: userId } = await assessments.onboardedOwner();
    const { photoAssessmentId, photoIds } = await assessments.openedAssessment(userId, 1);
    const move = { photoId: photoIds[0]!, userId, wasFirstProfileSet: false };
    const moved = await assessments.publish(photosEvents.PhotoPlacedInProfile, move, `photo-${photoIds[0]}`, 2);
    await assessments.settled('record-move-on-photo-placed-in-profile', moved);
    expect((await eventTypes(userId)).at(-1)).toBe('PhotoLeftPool');
    await assessments.rpc.call(assessmentsRpc.confirmStart, { userId, photoAssessmentId }, assessments.context(userId));
    const ended = await assessments.rpc.call(
      assessmentsRpc.endAllAssessments,
      { userId },
      assessments.context(userId, { idempotency: { key: randomUUID(), fingerprint: 'f' } }),
    );
    expect(ended).toMatchObject({ photoIds, refundTokens: 20 });
  });

  it('belongs to its owner', async () => {
    const { photoAssessmentId } = await assessments.openedAssessment();
    const userId = newUserId();
    for (const rpc of [assessmentsRpc.confirmStart, assessmentsRpc.abandonStart]) {
      const asked = assessments.rpc.call(rpc, { userId, photoAssessmentId }, assessments.context(userId));
      expect(await refusalOf(asked)).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('that is never confirmed is given up by the sweep, and can be made again', async () => {
    const { ownerId: userId, photoAssessmentId } = await assessments.openedAssessment();
    assessments.passTime(minutes(16));
    await assessments.startWorker();
    await eventually(async () => {
      const types = (await assessments.eventsOf(`photo-assessment-${photoAssessmentId}`)).map((event) => event.type);
      expect(types).toEqual(['StartOpened', 'StartAbandoned']);
    });
    await assessments.stopWorker();
    const confirm = assessments.rpc.call(
      assessmentsRpc.confirmStart,
      { userId, photoAssessmentId },
      assessments.context(userId),
    );
    expect(await refusalOf(confirm)).toMatchObject({ code: 'CONFLICT' });
    expect(await refusalOf(open(userId))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('tells the others nothing before it is confirmed', async () => {
    const published = await assessments.published(assessmentsEvents.PhotoAssessmentStarted, 1);
    const confirmed = await assessments.session.query(`select 1 from events where type = 'PhotoAssessmentStarted'`);
    expect(published.length).toBeLessThanOrEqual(confirmed.length);
    for (const event of published)
      expect(assessmentsEvents.PhotoAssessmentStarted.data.parse(event.data)).toEqual(event.data);
  });
});
