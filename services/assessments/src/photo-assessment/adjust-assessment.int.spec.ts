import { randomUUID } from 'node:crypto';
import { assessmentsEvents, assessmentsRpc, type PhotoId, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, type OwnAssessment, refusalOf, settings } from '../assessments.fixture.spec.js';

/** A stub replaces the tokens service, whose own specs test the handling of holds. */
describe('with a tokens service that holds', () => {
  let assessments: AssessmentsFixture;
  let refusal: { code: string; message: string } | undefined;
  const holds = new Set<string>();
  const released: string[] = [];

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    const answer = (subject: string, take: (holdId: string) => void) =>
      assessments.nats.answer(subject, ({ holdId }) => {
        take(holdId);
        if (refusal) throw refusal.code;
        return { available: 100, posted: 100, held: 0 };
      });
    answer('rpc.tokens.placeHold', (holdId) => holds.add(holdId));
    for (const subject of ['rpc.tokens.voidHold', 'rpc.tokens.voidHold.service'])
      answer(subject, (holdId) => released.push(holdId));
    await assessments.nats.connection.flush();
  });
  afterAll(() => assessments.stop());

  const contextOf = (userId: UserId, key: string) =>
    assessments.context(userId, { idempotency: { key, fingerprint: 'f' } });
  const start = (userId: UserId, photoId: PhotoId, key: string = randomUUID()) => {
    const request = { userId, photoIds: [photoId], settings: { ...settings, testLimit: 2 } };
    return assessments.rpc.call(assessmentsRpc.startForPhotos, request, contextOf(userId, key));
  };
  const adjust = ({ ownerId: userId, photoIds }: OwnAssessment, difference: number, key: string = randomUUID()) => {
    const request = { userId, photoId: photoIds[0]!, difference };
    return assessments.rpc.call(assessmentsRpc.adjustAssessment, request, contextOf(userId, key));
  };
  const typesOf = async (streamId: string) => (await assessments.eventsOf(streamId)).map(({ type }) => type);
  const eventsOfType = async ({ photoAssessmentId }: OwnAssessment, type: string) =>
    (await assessments.eventsOf(`photo-assessment-${photoAssessmentId}`)).filter((event) => event.type === type);
  const laterAssessment = async (testLimit: number): Promise<OwnAssessment> => {
    const { ownerId } = await assessments.onboardedOwner();
    return assessments.startedAssessment(ownerId, 1, { testLimit });
  };

  it('starts a photo once for twenty requests at the same time, and the repeat of one has its answer', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const [photoId] = firstAssessment.photoIds as [PhotoId];
    const keys = Array.from({ length: 20 }, () => randomUUID());
    const outcomes = await Promise.all(
      keys.map((key) => start(ownerId, photoId, key).catch((error: { code: string }) => error)),
    );
    const started = outcomes.filter((outcome) => 'photoAssessmentId' in outcome);
    expect(started).toHaveLength(1);
    const refused = outcomes.filter((outcome) => !('photoAssessmentId' in outcome));
    expect(new Set(refused.map((outcome) => (outcome as { code: string }).code))).toEqual(new Set(['CONFLICT']));
    expect(await start(ownerId, photoId, keys[outcomes.indexOf(started[0]!)])).toEqual(started[0]);
    expect(await assessments.scoresOf([photoId])).toMatchObject([
      { running: true, testLimit: 2, testTimesRated: 0, timesRated: 4 },
    ]);
  });

  it('leaves a photo as it was when its tokens are refused', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const [photoId] = firstAssessment.photoIds as [PhotoId];
    refusal = { code: 'INSUFFICIENT_TOKENS', message: 'too few' };
    expect(await refusalOf(start(ownerId, photoId))).toMatchObject({ code: 'INSUFFICIENT_TOKENS' });
    const photoAssessment = await assessments.startedAssessment(ownerId, 1);
    expect(await refusalOf(adjust(photoAssessment, 1))).toMatchObject({ code: 'INSUFFICIENT_TOKENS' });
    refusal = undefined;
    expect(await assessments.scoresOf([photoId])).toMatchObject([{ running: false, timesRated: 4 }]);
    expect((await typesOf(`owner-${ownerId}`)).slice(-4, -2)).toEqual(['StartReserved', 'StartReleased']);
    expect(await eventsOfType(photoAssessment, 'AssessedPhotoExtended')).toEqual([]);
    expect(await start(ownerId, photoId)).toMatchObject({ remainingTokens: 100 });
  });

  it('extends once for ten repeats at the same time, under one hold', async () => {
    const photoAssessment = await laterAssessment(2);
    const before = holds.size;
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => adjust(photoAssessment, 3, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ testLimit: 5 });
    expect(holds.size).toBe(before + 1);
    const [extended, ...more] = await eventsOfType(photoAssessment, 'AssessedPhotoExtended');
    expect(more).toEqual([]);
    expect(extended!.data).toMatchObject({ testLimit: 5, amountTokens: 15, isReopened: false });
    expect(released).not.toContain(extended!.data.holdId);
    expect(await assessments.scoresOf(photoAssessment.photoIds)).toMatchObject([{ testLimit: 5, running: true }]);
    const [published] = await assessments.published(assessmentsEvents.AssessedPhotoExtended, 1);
    expect(assessmentsEvents.AssessedPhotoExtended.data.parse(published.data)).toEqual(published.data);
  });

  it('has a complete assessment rated again once it is extended', async () => {
    const photoAssessment = await laterAssessment(1);
    const [first, second] = await assessments.assessors(2);
    await assessments.submit(photoAssessment, first!);
    expect(await refusalOf(assessments.open(second!, photoAssessment.ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    await adjust(photoAssessment, 1);
    expect((await assessments.open(second!, photoAssessment.ownerId)).photos).toMatchObject([{ testLimit: 2 }]);
    await assessments.submit(photoAssessment, second!);
    expect(await assessments.scoresOf(photoAssessment.photoIds)).toMatchObject([{ running: false, testTimesRated: 2 }]);
  });

  it('lets one of an extension and a new start of a complete photo win', async () => {
    const photoAssessment = await laterAssessment(1);
    const [assessorId] = await assessments.assessors(1);
    await assessments.submit(photoAssessment, assessorId!);
    const [photoId] = photoAssessment.photoIds as [PhotoId];
    const outcomes = await Promise.allSettled([
      adjust(photoAssessment, 1),
      start(photoAssessment.ownerId, photoId),
      adjust(photoAssessment, 1),
    ]);
    const starts = (await typesOf(`owner-${photoAssessment.ownerId}`)).filter((type) => type === 'StartReserved');
    const extensions = await eventsOfType(photoAssessment, 'AssessedPhotoExtended');
    const isStarted = starts.length > 2 && outcomes[1]!.status === 'fulfilled';
    expect(isStarted && extensions.length > 0).toBe(false);
    expect(isStarted || extensions.length > 0).toBe(true);
  });

  it('takes no rating too many and loses no token while fewer are asked for', async () => {
    for (let round = 1; round <= 4; round++) {
      const photoAssessment = await laterAssessment(6);
      const assessors = await assessments.assessors(6);
      const [shrinking, ...submissions] = await Promise.allSettled([
        adjust(photoAssessment, -4),
        ...assessors.map((assessorId) => assessments.submit(photoAssessment, assessorId)),
      ]);
      const accepted = submissions.filter(({ status }) => status === 'fulfilled').length;
      expect(accepted).toBe((await eventsOfType(photoAssessment, 'RatingsAccepted')).length);
      const shrunk = await eventsOfType(photoAssessment, 'AssessedPhotoShrunk');
      expect(shrunk).toHaveLength(shrinking!.status === 'fulfilled' ? 1 : 0);
      if (shrinking!.status === 'fulfilled') expect(shrinking!.value).toMatchObject({ testLimit: 2 });
      const refunded = shrunk.reduce((sum, event) => sum + event.data.refundTokens, 0);
      expect(accepted * 5 + refunded).toBe(30);
      expect(await eventsOfType(photoAssessment, 'AssessedPhotoCompleted')).toHaveLength(1);
    }
  });

  it('ends everything that runs for an owner, once, and nothing of a newcomer', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const photoAssessment = await assessments.startedAssessment(ownerId, 2, { testLimit: 3 });
    await start(ownerId, firstAssessment.photoIds[0]!);
    const end = (userId: UserId, key: string) =>
      assessments.rpc.call(assessmentsRpc.endAllAssessments, { userId }, contextOf(userId, key));
    const key = randomUUID();
    const answers = await Promise.all([end(ownerId, key), end(ownerId, key)]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ refundTokens: 40 });
    expect(answers[0]!.photoIds).toHaveLength(3);
    expect(await end(ownerId, randomUUID())).toMatchObject({ refundTokens: 0, eventIds: [] });
    expect(await assessments.scoresOf(photoAssessment.photoIds)).toMatchObject([
      { running: false },
      { running: false },
    ]);
    const newcomer = await assessments.startedAssessment();
    expect(await end(newcomer.ownerId, randomUUID())).toMatchObject({ refundTokens: 0 });
    expect(await assessments.scoresOf(newcomer.photoIds)).toMatchObject([{ running: true }, { running: true }]);
  });

  describe('whose hold nobody was told of', () => {
    /** The error if the tokens service does not answer: the hold may exist. */
    const lost = { code: 'UNAVAILABLE', message: 'not known' };
    /** Lets the worker handle the waiting work items as if they were due. */
    const work = async () => {
      await assessments.session.query(
        `update work_items set available_at = now() where queue = 'unused-holds' and completed_at is null`,
      );
      await assessments.startWorker();
      await eventually(async () => {
        const open = `select from work_items where queue = 'unused-holds' and completed_at is null`;
        expect(await assessments.session.query(open)).toEqual([]);
      });
      await assessments.stopWorker();
    };

    it('gets the tokens back, for a start and for a change of one', async () => {
      const { ownerId, firstAssessment } = await assessments.onboardedOwner();
      const changed = await laterAssessment(2);
      holds.clear();
      refusal = lost;
      expect(await refusalOf(start(ownerId, firstAssessment.photoIds[0]!))).toMatchObject({ code: 'UNAVAILABLE' });
      expect(await refusalOf(adjust(changed, 1))).toMatchObject({ code: 'UNAVAILABLE' });
      refusal = undefined;
      expect(holds.size).toBe(2);
      await work();
      expect(released).toEqual(expect.arrayContaining([...holds]));
      expect((await typesOf(`owner-${ownerId}`)).slice(-2)).toEqual(['StartReserved', 'StartReleased']);
    });

    it('keeps them held where the request succeeded', async () => {
      const { ownerId, firstAssessment } = await assessments.onboardedOwner();
      const changed = await laterAssessment(2);
      holds.clear();
      await start(ownerId, firstAssessment.photoIds[0]!);
      await adjust(changed, 1);
      expect(holds.size).toBe(2);
      await work();
      expect(released.filter((holdId) => holds.has(holdId))).toEqual([]);
    });

    it('leaves an upload’s start to its repeat once a photo of it is stored, and gives any other back', async () => {
      const [stored, lostOnTheWay] = [newUserId(), newUserId()];
      const opened = await Promise.all(
        [stored, lostOnTheWay].map((userId) =>
          assessments.rpc.call(
            assessmentsRpc.openStart,
            { userId, photoCount: 2, settings },
            contextOf(userId, randomUUID()),
          ),
        ),
      );
      await assessments.session.query(
        `insert into owner_photo (photo_id, owner_id, in_planner, is_deleted, photo_version) values ($1, $2, false, false, 1)`,
        [opened[0]!.photoIds[0]!, stored],
      );
      await assessments.session.query(`update work_items set available_at = now() where queue = 'unused-holds'`);
      await assessments.startWorker();
      await eventually(async () => {
        expect(await typesOf(`owner-${lostOnTheWay}`)).toEqual(['StartReserved', 'StartReleased']);
        const waiting = `select from work_items where queue = 'unused-holds' and completed_at is null and available_at > now()`;
        expect(await assessments.session.query(waiting)).toHaveLength(1);
      });
      await assessments.stopWorker();
      expect(await typesOf(`owner-${stored}`)).toEqual(['StartReserved']);
    });
  });
});
