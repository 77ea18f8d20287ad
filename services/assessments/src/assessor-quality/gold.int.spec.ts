import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import {
  assessmentsEvents,
  assessmentsRpc,
  assessorStandingRpc,
  type PhotoId,
  photosEvents,
  type RequestContext,
  reportsRpc,
  TRIAL,
  type UserId,
} from '@candid/contracts';
import { currentContext } from '@candid/platform';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { AssessmentsFixture, newUserId, refusalOf } from '../assessments.fixture.spec.js';

/** The copy of the PostgreSQL driver that the ORM uses. */
const ormDriver = createRequire(createRequire(import.meta.url).resolve('@mikro-orm/postgresql'))('pg') as typeof pg;

/** Calls `watch` with each statement that the driver sends. @returns a function that stops the calls */
function watchStatements({ Client, Pool }: typeof pg, watch: (text: string) => void): () => void {
  const original = Client.prototype.query as (...sent: unknown[]) => unknown;
  // `bind` lets a request continue in its own context, not in that of the request that released the connection.
  const connect = Pool.prototype.connect as (done?: () => void) => unknown;
  const bound = jest.spyOn(Pool.prototype, 'connect').mockImplementation(function (this: unknown, done?: unknown) {
    return connect.call(this, done === undefined ? undefined : AsyncResource.bind(done as () => void)) as never;
  });
  const query = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: unknown, ...sent) {
    const [statement] = sent as unknown as [string | { text: string }];
    watch(typeof statement === 'string' ? statement : statement.text);
    return original.apply(this, sent) as never;
  });
  return () => {
    query.mockRestore();
    bound.mockRestore();
  };
}

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
    const data = { photoId, userId, photoAssessmentId: null } as never;
    await assessments.settled(
      'record-owner-on-photo-uploaded',
      await assessments.publish(photosEvents.PhotoUploaded, data, `photo-${photoId}`, 1),
    );
    return photoId;
  }
  const register = (
    finePhotoId: PhotoId,
    badPhotoId: PhotoId,
    { roles = ['support'], ...kind }: { roles?: ('user' | 'support')[]; isForTrials?: boolean } = {},
  ) =>
    assessments.rpc.call(
      assessorStandingRpc.registerGoldPair,
      { finePhotoId, badPhotoId, ...kind },
      assessments.context(newUserId(), { roles }),
    );
  /** The assessor's showing; the API does not reveal which showings are gold pairs. */
  const showingOf = async (assessorId: UserId) => {
    const [row] = await assessments.session.query<{
      owner_id: UserId;
      photo_assessment_id: string;
      photos: { storedPhotoId: string }[];
    }>(
      'select owner_id, photo_assessment_id, photos from gold_showing where assessor_id = $1 order by offered_at desc limit 1',
      [assessorId],
    );
    return row;
  };
  /** Rates other photo assessments until the feed offers a new gold pair. */
  async function untilOffered(assessorId: UserId, assessmentsMax = 20) {
    const before = await showingOf(assessorId);
    for (let photoAssessment = 0; photoAssessment < assessmentsMax; photoAssessment += 1) {
      const { entries } = await assessments.feed(assessorId);
      const showing = await showingOf(assessorId);
      const gold = entries.find(({ userId }) => userId === showing?.owner_id && userId !== before?.owner_id);
      if (gold) return { gold, photoAssessment, entries };
      const next = await assessments.startedAssessment();
      await assessments.open(assessorId, next.ownerId);
      assessments.passTime(60_000);
      await assessments.submit(next, assessorId, { score: (photoAssessment % 15) + 1 });
    }
    return undefined;
  }
  const drawn = new Set<string>();

  it('are made by support, of two photos of one owner that were never assessed, once', async () => {
    const [fine, bad] = [await housePhoto(), await housePhoto()];
    const { goldId } = await register(fine, bad);
    expect(await register(fine, bad)).toEqual({ goldId });
    for (const photoId of [fine, bad]) drawn.add(photoId);
    expect(await refusalOf(register(fine, bad, { roles: ['user'] }))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusalOf(register(fine, randomUUID() as PhotoId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(register(fine, await housePhoto(newUserId())))).toMatchObject({ code: 'CONFLICT' });
    const { photoIds } = await assessments.startedAssessment();
    expect(await refusalOf(register(photoIds[0]!, photoIds[1]!))).toMatchObject({ code: 'CONFLICT' });
  });

  it('come once among other photo assessments, look like them, pay as they do and are in nobody’s numbers', async () => {
    const [rita, rob] = (await assessments.assessors(2)) as [UserId, UserId];
    const { gold, photoAssessment, entries } = (await untilOffered(rita))!;
    expect(photoAssessment).toBeGreaterThanOrEqual(6);
    expect(entries.length).toBeGreaterThan(1);
    expect(gold.userId).not.toBe(houseId);
    // The showing belongs to one assessor: for any other assessor it does not exist.
    expect(await refusalOf(assessments.open(rob, gold.userId))).toMatchObject({ code: 'NOT_FOUND' });
    const opened = await assessments.open(rita, gold.userId);
    expect(opened.photos.map(({ storedPhotoId: _, ...photo }) => photo)).toEqual(gold.photos);
    expect(opened.photos.map(({ storedPhotoId }) => drawn.has(storedPhotoId))).toEqual([true, true]);
    expect(opened.photos.some(({ photoId }) => drawn.has(photoId))).toBe(false);
    const { slotMsLeft: _, ...again } = await assessments.open(rita, gold.userId);
    expect(opened).toMatchObject(again);
    assessments.passTime(30_000);
    const ratings = assessments.ratingsFor(opened.photos.map(({ photoId }) => photoId));
    const answer = await assessments.rate(gold.userId, rita, ratings);
    expect(answer.tokensEarned).toBe(20);
    const told = (await assessments.published(assessmentsEvents.GoldRatingsAccepted, 1)).at(-1);
    expect(told.data).toMatchObject({ submissionId: answer.submissionId, userId: rita, rewardTokens: 20 });
    const counted = `select from received_rating where photo_id = any ($1::uuid[])
      union all select from photo_score where photo_id = any ($1::uuid[])
      union all select from open_assessment where photo_id = any ($1::uuid[])`;
    expect(await assessments.session.query(counted, [[...drawn]])).toEqual([]);
    // A gold pair asks which photo is better, so two equal scores are a wrong answer.
    await eventually(async () => {
      const rows = await assessments.session.query(
        'select gold_right from assessor_submission where submission_id = $1',
        [answer.submissionId],
      );
      expect(rows).toEqual([{ gold_right: false }]);
    });
    expect(await untilOffered(rita)).toBeUndefined();
  });

  /** The statements that the service runs for one request, without those that wait for a read model. */
  async function statementsFor(request: (context: RequestContext) => Promise<unknown>, userId: UserId) {
    const context = assessments.context(userId);
    const statements: string[] = [];
    const restores = [pg, ormDriver].map((driver) =>
      watchStatements(driver, (text) => {
        const { requestId, sessionId } = currentContext() ?? {};
        // Statements that the request causes after its end have its id, but no session.
        const isOfRequest = requestId === context.requestId && sessionId !== undefined;
        if (!isOfRequest || text.includes('checkpoints')) return;
        // The ORM writes ids into the text of its statements.
        statements.push(text.replaceAll(/'[0-9a-f-]{36}'/g, '$id'));
      }),
    );
    try {
      await request(context).catch(() => undefined);
    } finally {
      for (const restore of restores) restore();
    }
    return statements.toSorted();
  }

  it('are opened and submitted by the same statements as other people’s photos', async () => {
    const [rita] = (await assessments.assessors(1)) as [UserId];
    const { gold } = (await untilOffered(rita))!;
    const ordinary = await assessments.startedAssessment();
    const steps = async (ownerId: UserId, photoIds: PhotoId[]) => {
      const open = (context: RequestContext) =>
        assessments.rpc.call(assessmentsRpc.openPhotos, { assessorId: rita, ownerId }, context);
      const submit = (context: RequestContext) => {
        const request = { assessorId: rita, ownerId, ratings: assessments.ratingsFor(photoIds) };
        return assessments.rpc.call(assessmentsRpc.submitRatings, request, context);
      };
      const taken = [];
      for (const step of [open, open, submit, submit, open]) taken.push(await statementsFor(step, rita));
      return taken;
    };
    const ofOrdinary = await steps(ordinary.ownerId, ordinary.photoIds);
    const goldPhotoIds = gold.photos.map(({ photoId }) => photoId);
    expect(await steps(gold.userId, goldPhotoIds)).toEqual(ofOrdinary);
    expect(ofOrdinary[2]).toContainEqual(expect.stringContaining('insert into recent_submission'));
    const kept = await assessments.session.query('select owner_id from recent_submission where owner_id = any ($1)', [
      [ordinary.ownerId, gold.userId],
    ]);
    expect(kept).toEqual([{ owner_id: ordinary.ownerId }]);
  });

  it('are blocked and reported as other people are, by the same statements', async () => {
    const [rita] = (await assessments.assessors(1)) as [UserId];
    const { gold } = (await untilOffered(rita))!;
    const ordinary = await assessments.startedAssessment();
    const people = [
      { ownerId: ordinary.ownerId, photoIds: ordinary.photoIds, goldAssessmentId: undefined },
      {
        ownerId: gold.userId,
        photoIds: gold.photos.map(({ photoId }) => photoId),
        goldAssessmentId: gold.photoAssessmentId,
      },
    ];
    const offered = async (ownerId: UserId) =>
      (await assessments.feed(rita)).entries.find(({ userId }) => userId === ownerId)?.photos.length ?? 0;
    const taken = [];
    for (const { ownerId, photoIds, goldAssessmentId } of people) {
      expect(await refusalOf(assessments.block(rita, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
      const { openingId, photos } = await assessments.open(rita, ownerId);
      expect(photos).toHaveLength(2);
      const [reported, other] = photoIds as [PhotoId, PhotoId];
      await assessments.excuse({ assessorId: rita, ownerId, photoId: reported, goldAssessmentId });
      expect(await offered(ownerId)).toBe(1);
      expect(await refusalOf(assessments.picture(openingId, reported))).toMatchObject({ code: 'NOT_FOUND' });
      await assessments.picture(openingId, other);
      const block = (context: RequestContext) =>
        assessments.rpc.call(reportsRpc.blockPerson, { assessorId: rita, ownerId }, context);
      taken.push([await statementsFor(block, rita), await statementsFor(block, rita)]);
      expect(await offered(ownerId)).toBe(0);
      expect(await refusalOf(assessments.picture(openingId, other))).toMatchObject({ code: 'NOT_FOUND' });
      expect(await refusalOf(assessments.open(rita, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
      await assessments.unblock(rita, ownerId);
      const opened = await assessments.open(rita, ownerId);
      expect(opened.photos.map(({ photoId }) => photoId)).toEqual([other]);
      assessments.passTime(30_000);
      const rated = await assessments.rate(ownerId, rita, assessments.ratingsFor([other]));
      expect(rated).toMatchObject({ tokensEarned: 10, isRewarded: true });
    }
    expect(taken[1]).toEqual(taken[0]);
  });

  it('are neither offered nor opened, to nobody, while a photo of them is held and once one is deleted', async () => {
    const [rita, rob] = (await assessments.assessors(2)) as [UserId, UserId];
    const { gold } = (await untilOffered(rita))!;
    const { photos } = (await showingOf(rita))!;
    const opened = await assessments.open(rita, gold.userId);
    expect(opened.photos).toHaveLength(2);
    const [shown] = opened.photos;
    const held = { ownerId: houseId, photoId: shown!.storedPhotoId };
    await assessments.hold(held);
    for (const work of [assessments.picture(opened.openingId, shown!.photoId), assessments.open(rita, gold.userId)])
      expect(await refusalOf(work)).toMatchObject({ code: 'NOT_FOUND' });
    expect((await assessments.feed(rita)).entries.map(({ userId }) => userId)).not.toContain(gold.userId);
    await assessments.release(held);
    await assessments.open(rita, gold.userId);
    const deleted = { photoId: photos[0]!.storedPhotoId as PhotoId, userId: houseId };
    const deletion = await assessments.publish(photosEvents.PhotoDeleted, deleted, `photo-${deleted.photoId}`, 9);
    await assessments.settled('forget-photo-on-photo-deleted', deletion);
    const { entries } = await assessments.feed(rita);
    expect(entries.map(({ photoAssessmentId }) => photoAssessmentId)).not.toContain(gold.photoAssessmentId);
    expect(await refusalOf(assessments.open(rita, gold.userId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await untilOffered(rob)).toBeUndefined();
    const [fine, bad] = photos.map(({ storedPhotoId }) => storedPhotoId as PhotoId);
    expect(await refusalOf(register(fine!, bad!))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are never those of trials, which have random sides and ids and need ten right choices', async () => {
    const service = assessments.context();
    const own = { userId: newUserId(), trialId: randomUUID() };
    const open = (trial = own) => assessments.rpc.call(assessorStandingRpc.openTrial, trial, service);
    const judge = (photoIds: PhotoId[], trial = own) =>
      assessments.rpc.call(assessorStandingRpc.judgeTrial, { ...trial, photoIds }, service);
    const picture = async (photoId: PhotoId) =>
      assessments.rpc.call(assessmentsRpc.getOpenPicture, { openingId: own.trialId, photoId }, service);
    const fines = new Set<PhotoId>();
    for (let pair = 0; pair < TRIAL.pairsExistingMin; pair += 1) {
      const [fine, bad] = [await housePhoto(), await housePhoto()];
      await register(fine, bad, { isForTrials: true });
      fines.add(fine);
    }
    const [fine] = fines;
    expect(await refusalOf(register(fine!, await housePhoto()))).toMatchObject({ code: 'CONFLICT' });
    const [rita] = (await assessments.assessors(1)) as [UserId];
    expect(await untilOffered(rita)).toBeUndefined();
    const counted = await assessments.rpc.call(assessorStandingRpc.countTrialPairs, {}, service);
    expect(counted).toEqual({ pairs: TRIAL.pairsExistingMin });

    await assessments.service.stop();
    // The minimum look time is far longer than the requests take on a busy machine.
    assessments.minLookMs = 60_000;
    await assessments.startService();
    const trial = await open();
    expect(await open()).toEqual(trial);
    expect(await refusalOf(open({ ...own, userId: newUserId() }))).toMatchObject({ code: 'NOT_FOUND' });
    const shown = trial.pairs.flat();
    expect(new Set(shown.flatMap(({ photoId, storedPhotoId }) => [photoId, storedPhotoId])).size).toBe(40);
    const isFine = ({ storedPhotoId }: { storedPhotoId: PhotoId }) => fines.has(storedPhotoId);
    const right = trial.pairs.map((pair) => pair.find(isFine)!.photoId);
    const wrong = [...right.slice(1), trial.pairs.at(-1)!.find((photo) => !isFine(photo))!.photoId];
    expect(await picture(right[0]!)).toMatchObject({
      storedPhotoId: shown.find(({ photoId }) => photoId === right[0])!.storedPhotoId,
    });
    expect(await refusalOf(judge(right))).toMatchObject({ code: 'TOO_FAST' });
    assessments.passTime(TRIAL.pairs * trial.lookMs);
    expect(await refusalOf(judge(wrong))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refusalOf(judge(right, { ...own, userId: newUserId() }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await judge(right)).toEqual({ isPassed: true });
    expect(await refusalOf(picture(right[0]!))).toMatchObject({ code: 'NOT_FOUND' });

    const other = { userId: own.userId, trialId: randomUUID() };
    const { pairs } = await open(other);
    assessments.passTime(TRIAL.openMs);
    const oneWrong = pairs.map((pair, place) => pair.find((photo) => isFine(photo) === place > 0)!.photoId);
    expect(await judge(oneWrong, other)).toEqual({ isPassed: false });
    expect(
      await judge(
        pairs.map((pair) => pair.find(isFine)!.photoId),
        other,
      ),
    ).toEqual({ isPassed: false });

    // The person could not judge a pair without one of its photos.
    const third = { userId: own.userId, trialId: randomUUID() };
    const drawn = await open(third);
    const gone = drawn.pairs[0]![0].storedPhotoId;
    const deletion = await assessments.publish(
      photosEvents.PhotoDeleted,
      { photoId: gone, userId: houseId },
      `photo-${gone}`,
      9,
    );
    await assessments.settled('forget-photo-on-photo-deleted', deletion);
    assessments.passTime(TRIAL.pairs * trial.lookMs);
    const rightOf = ({ pairs: those }: typeof drawn) => those.map((pair) => pair.find(isFine)!.photoId);
    expect(await refusalOf(judge(rightOf(drawn), third))).toMatchObject({ code: 'NOT_FOUND' });
    const redrawn = await open(third);
    expect(redrawn.pairs.flat().map(({ storedPhotoId }) => storedPhotoId)).not.toContain(gone);
    expect(await open(third)).toEqual(redrawn);
    assessments.passTime(TRIAL.pairs * trial.lookMs);
    expect(await judge(rightOf(redrawn), third)).toEqual({ isPassed: true });

    assessments.passTime(TRIAL.windowMs);
    await eventually(async () => {
      const kept = await assessments.session.query('select from assessor_trial where person_id = $1', [own.userId]);
      expect(kept).toEqual([]);
    });
  });
});
