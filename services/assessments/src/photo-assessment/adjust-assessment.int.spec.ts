import { randomUUID } from 'node:crypto';
import { assessmentsEvents, assessmentsRpc, type PhotoId, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnTest, refusalOf, settings } from '../assessments.fixture.spec.js';

/** The tokens service is a subject that answers: what it does with a hold is its own specs' matter. */
describe('with a tokens service that holds', () => {
  let assessments: AssessmentsFixture;
  let refusal: { code: string; message: string } | undefined;
  const holds = new Set<string>();
  const released: string[] = [];

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    const { connection } = assessments.nats;
    const answer = (subject: string, take: (holdId: string) => void) =>
      connection.subscribe(subject, {
        callback: (_, message) => {
          take(message.json<{ payload: { holdId: string } }>().payload.holdId);
          const ok = { ok: true, value: { available: 100, posted: 100, held: 0 } };
          message.respond(JSON.stringify(refusal ? { ok: false, error: refusal } : ok));
        },
      });
    answer('rpc.tokens.placeHold', (holdId) => holds.add(holdId));
    answer('rpc.tokens.voidHold', (holdId) => released.push(holdId));
    answer('rpc.tokens.getBalance', () => undefined);
    await connection.flush();
  });
  afterAll(() => assessments.stop());

  const contextOf = (userId: UserId, key: string) =>
    assessments.context(userId, { idempotency: { key, fingerprint: 'f' } });
  const start = (userId: UserId, photoId: PhotoId, key: string = randomUUID()) => {
    const request = { userId, photoIds: [photoId], settings: { ...settings, testLimit: 2 } };
    return assessments.rpc.call(assessmentsRpc.startForPhotos, request, contextOf(userId, key));
  };
  const adjust = ({ ownerId: userId, photoIds }: OwnTest, difference: number, key: string = randomUUID()) => {
    const request = { userId, photoId: photoIds[0]!, difference };
    return assessments.rpc.call(assessmentsRpc.adjustAssessment, request, contextOf(userId, key));
  };
  const typesOf = async (streamId: string) => (await assessments.eventsOf(streamId)).map(({ type }) => type);
  const eventsOfType = async ({ testId }: OwnTest, type: string) =>
    (await assessments.eventsOf(`test-${testId}`)).filter((event) => event.type === type);
  const laterTest = async (testLimit: number): Promise<OwnTest> => {
    const { ownerId } = await assessments.onboardedOwner();
    return assessments.startedTest(ownerId, 1, { testLimit });
  };

  it('starts a photo once for twenty requests at the same time, and the repeat of one has its answer', async () => {
    const { ownerId, firstTest } = await assessments.onboardedOwner();
    const [photoId] = firstTest.photoIds as [PhotoId];
    const keys = Array.from({ length: 20 }, () => randomUUID());
    const outcomes = await Promise.all(
      keys.map((key) => start(ownerId, photoId, key).catch((error: { code: string }) => error)),
    );
    const started = outcomes.filter((outcome) => 'testId' in outcome);
    expect(started).toHaveLength(1);
    const refused = outcomes.filter((outcome) => !('testId' in outcome));
    expect(new Set(refused.map((outcome) => (outcome as { code: string }).code))).toEqual(new Set(['CONFLICT']));
    expect(await start(ownerId, photoId, keys[outcomes.indexOf(started[0]!)])).toEqual(started[0]);
    expect(await assessments.assessmentsOf([photoId])).toMatchObject([
      { running: true, testLimit: 2, testTimesRated: 0, timesRated: 4 },
    ]);
  });

  it('leaves a photo as it was when its tokens are refused', async () => {
    const { ownerId, firstTest } = await assessments.onboardedOwner();
    const [photoId] = firstTest.photoIds as [PhotoId];
    refusal = { code: 'INSUFFICIENT_TOKENS', message: 'too few' };
    expect(await refusalOf(start(ownerId, photoId))).toMatchObject({ code: 'INSUFFICIENT_TOKENS' });
    const test = await assessments.startedTest(ownerId, 1);
    expect(await refusalOf(adjust(test, 1))).toMatchObject({ code: 'INSUFFICIENT_TOKENS' });
    refusal = undefined;
    expect(await assessments.assessmentsOf([photoId])).toMatchObject([{ running: false, timesRated: 4 }]);
    expect((await typesOf(`owner-${ownerId}`)).slice(-4, -2)).toEqual(['StartReserved', 'StartReleased']);
    expect(await eventsOfType(test, 'AssessmentExtended')).toEqual([]);
    expect(await start(ownerId, photoId)).toMatchObject({ remainingTokens: 100 });
  });

  it('extends once for ten repeats at the same time, under one hold', async () => {
    const test = await laterTest(2);
    const before = holds.size;
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => adjust(test, 3, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(holds.size).toBe(before + 1);
    const [extended, ...more] = await eventsOfType(test, 'AssessmentExtended');
    expect(more).toEqual([]);
    expect(extended!.data).toMatchObject({ testLimit: 5, amountTokens: 15, isReopened: false });
    expect(released).not.toContain(extended!.data.holdId);
    expect(await assessments.assessmentsOf(test.photoIds)).toMatchObject([{ testLimit: 5, running: true }]);
    const [published] = await assessments.published(assessmentsEvents.AssessmentExtended, 1);
    expect(assessmentsEvents.AssessmentExtended.data.parse(published.data)).toEqual(published.data);
  });

  it('has a complete assessment rated again once it is extended', async () => {
    const test = await laterTest(1);
    const [first, second] = await assessments.assessors(2);
    await assessments.submit(test, first!);
    expect(await refusalOf(assessments.open(second!, test.ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    await adjust(test, 1);
    expect((await assessments.open(second!, test.ownerId)).photos).toMatchObject([{ testLimit: 2 }]);
    await assessments.submit(test, second!);
    expect(await assessments.assessmentsOf(test.photoIds)).toMatchObject([{ running: false, testTimesRated: 2 }]);
  });

  it('lets one of an extension and a new start of a complete photo win', async () => {
    const test = await laterTest(1);
    const [raterId] = await assessments.assessors(1);
    await assessments.submit(test, raterId!);
    const [photoId] = test.photoIds as [PhotoId];
    const outcomes = await Promise.allSettled([adjust(test, 1), start(test.ownerId, photoId), adjust(test, 1)]);
    const starts = (await typesOf(`owner-${test.ownerId}`)).filter((type) => type === 'StartReserved');
    const extensions = await eventsOfType(test, 'AssessmentExtended');
    const isStarted = starts.length > 2 && outcomes[1]!.status === 'fulfilled';
    expect(isStarted && extensions.length > 0).toBe(false);
    expect(isStarted || extensions.length > 0).toBe(true);
  });

  it('takes no rating too many and loses no token while fewer are asked for', async () => {
    for (let round = 1; round <= 4; round++) {
      const test = await laterTest(6);
      const raters = await assessments.assessors(6);
      const [shrinking, ...submissions] = await Promise.allSettled([
        adjust(test, -4),
        ...raters.map((raterId) => assessments.submit(test, raterId)),
      ]);
      const accepted = submissions.filter(({ status }) => status === 'fulfilled').length;
      expect(accepted).toBe((await eventsOfType(test, 'RatingsAccepted')).length);
      const shrunk = await eventsOfType(test, 'AssessmentShrunk');
      expect(shrunk).toHaveLength(shrinking!.status === 'fulfilled' ? 1 : 0);
      const refunded = shrunk.reduce((sum, event) => sum + event.data.refundTokens, 0);
      expect(accepted * 5 + refunded).toBe(30);
      expect(await eventsOfType(test, 'AssessmentCompleted')).toHaveLength(1);
    }
  });

  it('ends everything that runs for an owner, once, and nothing of a newcomer', async () => {
    const { ownerId, firstTest } = await assessments.onboardedOwner();
    const test = await assessments.startedTest(ownerId, 2, { testLimit: 3 });
    await start(ownerId, firstTest.photoIds[0]!);
    const end = (userId: UserId, key: string) =>
      assessments.rpc.call(assessmentsRpc.endAllAssessments, { userId }, contextOf(userId, key));
    const key = randomUUID();
    const answers = await Promise.all([end(ownerId, key), end(ownerId, key)]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ refundTokens: 40 });
    expect(answers[0]!.photoIds).toHaveLength(3);
    expect(await end(ownerId, randomUUID())).toMatchObject({ refundTokens: 0, eventIds: [] });
    expect(await assessments.assessmentsOf(test.photoIds)).toMatchObject([{ running: false }, { running: false }]);
    const newcomer = await assessments.startedTest();
    expect(await end(newcomer.ownerId, randomUUID())).toMatchObject({ refundTokens: 0 });
    expect(await assessments.assessmentsOf(newcomer.photoIds)).toMatchObject([{ running: true }, { running: true }]);
  });
});
