import { randomUUID } from 'node:crypto';
import { assessmentsRpc, type PhotoId, photosEvents, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnAssessment, refusalOf, settings } from '../assessments.fixture.spec.js';

const enough = { available: 100, tokens: 100 };
const minutes = (count: number) => count * 60_000;

/** A stub replaces the tokens service, whose own specs test the handling of holds. */
describe('a start of stored photos', () => {
  let assessments: AssessmentsFixture;
  let balance = enough;
  let beforeVoid: () => Promise<void>;
  let beforeAnswer: () => Promise<void>;
  let holds: number;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    assessments.balances.leave('getBalance');
    const answer = (subject: string, work: () => Promise<void>) =>
      assessments.nats.answer(subject, () => work().then(() => balance));
    answer('rpc.tokens.placeHold', async () => {
      holds += 1;
    });
    answer('rpc.tokens.voidHold', () => beforeVoid());
    answer('rpc.tokens.getBalance', async () => undefined);
    answer('rpc.tokens.getSpendable', () => beforeAnswer());
    await assessments.nats.connection.flush();
  });
  beforeEach(() => {
    balance = enough;
    beforeVoid = async () => undefined;
    beforeAnswer = async () => undefined;
    holds = 0;
  });
  afterAll(() => assessments.stop());

  const contextOf = (userId: UserId, key: string) =>
    assessments.context(userId, { idempotency: { key, fingerprint: 'f' } });
  const start = (userId: UserId, photoIds: PhotoId[], key: string = randomUUID()) => {
    const request = { userId, photoIds, settings: { ...settings, testLimit: 2 } };
    return assessments.rpc.call(assessmentsRpc.startForPhotos, request, contextOf(userId, key));
  };
  const remove = async (userId: UserId, photoId: PhotoId) => {
    const data = { photoId, userId };
    const deleted = await assessments.publish(photosEvents.PhotoDeleted, data, `photo-${photoId}`, 9);
    await assessments.settled('forget-photo-on-photo-deleted', deleted);
  };
  const typesOf = async (streamId: string) => (await assessments.eventsOf(streamId)).map(({ type }) => type);

  it('is refused where one of them is deleted on the way, and the others can be started', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const [kept, deleted] = firstAssessment.photoIds as [PhotoId, PhotoId];
    await assessments.openedAssessment(ownerId, 1);
    assessments.passTime(minutes(3));
    // The new start abandons the lost one before it decides.
    beforeVoid = () => remove(ownerId, deleted);
    expect(await refusalOf(start(ownerId, [kept, deleted]))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await typesOf(`owner-${ownerId}`)).slice(-2)).toEqual(['StartReleased', 'PhotoForgotten']);
    expect(await start(ownerId, [kept])).toMatchObject({ photoAssessmentId: expect.any(String) });
  });

  it('has its first answer again although a photo was deleted since, and so has a change of it', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const [photoId] = firstAssessment.photoIds as [PhotoId];
    const [startKey, changeKey] = [randomUUID(), randomUUID()];
    const change = () =>
      assessments.rpc.call(
        assessmentsRpc.adjustAssessment,
        { userId: ownerId, photoId, difference: -1 },
        contextOf(ownerId, changeKey),
      );
    const [started, changed] = [await start(ownerId, [photoId], startKey), await change()];
    await remove(ownerId, photoId);
    expect(await start(ownerId, [photoId], startKey)).toEqual(started);
    expect(await change()).toEqual(changed);
    expect(await refusalOf(start(ownerId, [photoId]))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('leaves no record where its owner has too few tokens, and succeeds once they have come', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const photoIds = firstAssessment.photoIds;
    const key = randomUUID();
    const before = await typesOf(`owner-${ownerId}`);
    balance = { available: 19, tokens: 19 };
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      expect(await refusalOf(start(ownerId, photoIds, key))).toMatchObject({ code: 'INSUFFICIENT_TOKENS' });
    }
    expect(await typesOf(`owner-${ownerId}`)).toEqual(before);
    expect(holds).toBe(0);
    balance = { available: 20, tokens: 20 };
    expect(await start(ownerId, photoIds, key)).toMatchObject({ remainingTokens: 20 });
    expect(await typesOf(`owner-${ownerId}`)).toEqual([...before, 'StartReserved', 'StartTaken']);
  });

  it('is left to its hold where tokens are set aside ahead: those give way to it', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    balance = { available: 0, tokens: 20 };
    await start(ownerId, firstAssessment.photoIds);
    expect(holds).toBe(1);
  });

  it('is not refused because of what the same request holds, which another process has taken', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const key = randomUUID();
    let twin: OwnAssessment | undefined;
    beforeAnswer = async () => {
      twin = await assessments.openedAssessment(ownerId, 1);
      await assessments.session.query(
        `insert into idempotency_records (key, fingerprint, answer) values ($1, 'f', $2::jsonb)`,
        [
          `rpc.assessments.startForPhotos:${ownerId}:${key}#1`,
          JSON.stringify({ photoAssessmentId: twin.photoAssessmentId }),
        ],
      );
      balance = { available: 0, tokens: 0 };
    };
    const { photoAssessmentId } = await start(ownerId, firstAssessment.photoIds, key);
    expect(photoAssessmentId).toBe(twin?.photoAssessmentId);
  });
});
