import { assessmentsRpc, assessorStandingRpc, PRODUCT, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, type OwnAssessment, refusalOf } from '../assessments.fixture.spec.js';

const minutes = (count: number) => count * 60_000;

describe('what an assessor opens', () => {
  let assessments: AssessmentsFixture;
  let assessor: UserId;
  const openingsPerHour = 12;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    await assessments.service.stop();
    Object.assign(assessments, { openingsPerHour });
    await assessments.startService();
    await assessments.startWorker();
  });
  afterAll(() => assessments.stop());
  beforeEach(async () => {
    [assessor] = (await assessments.assessors(1)) as [UserId];
  });

  const picture = (openingId: string, photoId: string) =>
    assessments.rpc.call(
      assessmentsRpc.getOpenPicture,
      { openingId, photoId: photoId as never },
      assessments.context(),
    );
  const person = (ownerId: UserId, assessorId = assessor) =>
    assessments.rpc.call(assessmentsRpc.getOpenPerson, { assessorId, ownerId }, assessments.context(assessorId));
  const standing = async () =>
    (
      await assessments.rpc.call(
        assessorStandingRpc.getAssessorStanding,
        { userId: assessor },
        assessments.context(assessor),
      )
    ).standing;
  const photoIdsOf = (opened: { photos: { photoId: string }[] }) =>
    opened.photos.map(({ photoId }) => photoId).toSorted();
  async function twoAssessments(): Promise<{ ownerId: UserId; one: OwnAssessment; other: OwnAssessment }> {
    const { ownerId } = await assessments.onboardedOwner();
    const one = await assessments.startedAssessment(ownerId, 1);
    const other = await assessments.startedAssessment(ownerId, 2);
    return { ownerId, one, other };
  }

  it('is all of a person’s photos, whatever their photo assessments, and is submitted as one', async () => {
    const { ownerId, one, other } = await twoAssessments();
    const all = [...one.photoIds, ...other.photoIds].toSorted();
    const entry = (await assessments.feed(assessor)).entries.find(({ userId }) => userId === ownerId);
    expect(photoIdsOf(entry!)).toEqual(all);
    const opened = await assessments.open(assessor, ownerId);
    expect(photoIdsOf(opened)).toEqual(all);
    const part = assessments.rate(ownerId, assessor, assessments.ratingsFor(other.photoIds.slice(1)));
    expect(await refusalOf(part)).toMatchObject({ code: 'VALIDATION_FAILED' });
    const whole = assessments.ratingsFor([...other.photoIds, ...one.photoIds]);
    const wrong = whole.map((rating, index) => ({ ...rating, rating: index === 2 ? 21 : 14 }));
    expect(await refusalOf(assessments.rate(ownerId, assessor, wrong))).toMatchObject({
      details: [{ field: 'ratings[2].rating' }],
    });
    const { submissionIds } = assessments.balances;
    submissionIds.clear();
    const answer = await assessments.rate(ownerId, assessor, whole);
    expect(answer).toMatchObject({ tokensEarned: 30, isRewarded: true, availableTokens: 130 });
    expect(await assessments.rate(ownerId, assessor, whole.toReversed())).toEqual(answer);
    expect(submissionIds.size).toBe(2);
    const rated = await assessments.scoresOf([...one.photoIds, ...other.photoIds]);
    expect(rated.map(({ testTimesRated }) => testTimesRated)).toEqual([1, 1, 1]);
    const [turn] = await assessments.session.query<{ photos: string }>(
      'select sum(photos) as photos from assessor_submission where assessor_id = $1',
      [assessor],
    );
    expect(Number(turn!.photos)).toBe(3);
  });

  it('takes a look at all of its photos, also when they are submitted one photo assessment after another', async () => {
    const photoAssessments = await twoAssessments();
    await assessments.service.stop();
    // The minimum look time is far longer than the requests take on a busy machine.
    assessments.minLookMs = 60_000;
    await assessments.startService();
    const { ownerId, one, other } = photoAssessments;
    await assessments.open(assessor, ownerId);
    assessments.passTime(2 * assessments.minLookMs);
    const early = assessments.rate(ownerId, assessor, assessments.ratingsFor(one.photoIds));
    expect(await refusalOf(early)).toMatchObject({ code: 'TOO_FAST' });
    assessments.passTime(assessments.minLookMs);
    const parts = [];
    for (const photoAssessment of [one, other]) {
      parts.push(await assessments.rate(ownerId, assessor, assessments.ratingsFor(photoAssessment.photoIds)));
    }
    expect(parts.map(({ tokensEarned }) => tokensEarned)).toEqual([10, 20]);
    await assessments.service.stop();
    assessments.minLookMs = 0;
    await assessments.startService();
  });

  it('shows no photo any more whose own slot was used up, though the others are open', async () => {
    const { ownerId, one, other } = await twoAssessments();
    const { openingId } = await assessments.open(assessor, ownerId);
    expect(await picture(openingId, one.photoIds[0]!)).toBeDefined();
    await assessments.rate(ownerId, assessor, assessments.ratingsFor(one.photoIds));
    const seeRated = () => refusalOf(picture(openingId, one.photoIds[0]!));
    expect(await seeRated()).toMatchObject({ code: 'NOT_FOUND' });
    expect(await picture(openingId, other.photoIds[0]!)).toBeDefined();
    expect((await assessments.open(assessor, ownerId)).openingId).toBe(openingId);
    expect(await seeRated()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is answered with its photos although their scores are behind the feed', async () => {
    const { ownerId, photoIds, photoAssessmentId } = await assessments.openedAssessment();
    const rowOfOwner = (table: string) => async () =>
      expect(await assessments.session.query(`select from ${table} where owner_id = $1`, [ownerId])).not.toEqual([]);
    await assessments.session.query('alter table photo_score add constraint behind check (false) not valid');
    const context = assessments.context(ownerId);
    const confirming = assessments.rpc.call(
      assessmentsRpc.confirmStart,
      { userId: ownerId, photoAssessmentId },
      context,
    );
    await eventually(rowOfOwner('open_assessment'));
    const opening = assessments.open(assessor, ownerId);
    await eventually(rowOfOwner('opening'));
    await assessments.session.query('alter table photo_score drop constraint behind');
    expect(photoIdsOf(await opening)).toEqual(photoIds.toSorted());
    await confirming;
  });

  it('is refused as a whole where one photo of it is over, and goes on with the others once it is opened again', async () => {
    const { ownerId, one, other } = await twoAssessments();
    await assessments.open(assessor, ownerId);
    await assessments.end(ownerId, one.photoIds[0]!);
    const all = assessments.ratingsFor([...one.photoIds, ...other.photoIds]);
    expect(await refusalOf(assessments.rate(ownerId, assessor, all))).toMatchObject({ code: 'ASSESSMENT_COMPLETE' });
    expect(await assessments.scoresOf(other.photoIds)).toMatchObject([{ testTimesRated: 0 }, { testTimesRated: 0 }]);
    expect(photoIdsOf(await assessments.open(assessor, ownerId))).toEqual(other.photoIds.toSorted());
    const rest = await assessments.rate(ownerId, assessor, assessments.ratingsFor(other.photoIds));
    expect(rest.tokensEarned).toBe(20);
  });

  it('is two people at most: the place of the first is free at once, and its links and wishes end', async () => {
    const photoAssessments = [];
    for (let count = 0; count < 3; count += 1) photoAssessments.push(await assessments.startedAssessment());
    const [first, second, third] = photoAssessments as [OwnAssessment, OwnAssessment, OwnAssessment];
    const [opened, next] = [
      await assessments.open(assessor, first.ownerId),
      await assessments.open(assessor, second.ownerId),
    ];
    const photoId = first.photoIds[0]!;
    expect(await picture(opened.openingId, photoId)).toMatchObject({ storedPhotoId: photoId });
    expect(await person(first.ownerId)).toEqual({ accountId: first.ownerId, lookingFor: null });
    await assessments.open(assessor, third.ownerId);
    expect(await refusalOf(picture(opened.openingId, photoId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(person(first.ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await picture(next.openingId, second.photoIds[0]!)).toBeDefined();
    const slots = await assessments.session.query('select assessment_id from assessment_slot where assessor_id = $1', [
      assessor,
    ]);
    expect(slots).toHaveLength(4);
  });

  it('keeps to two people when twenty are opened at once', async () => {
    const photoAssessments: OwnAssessment[] = [];
    for (let count = 0; count < openingsPerHour; count += 1)
      photoAssessments.push(await assessments.startedAssessment());
    await Promise.allSettled(photoAssessments.map(({ ownerId }) => assessments.open(assessor, ownerId)));
    const live = await assessments.session.query<{ owner_id: string }>(
      'select owner_id from opening where assessor_id = $1 and rated_at is null and expires_at > $2',
      [assessor, assessments.clock().toISOString()],
    );
    expect(live).toHaveLength(2);
  });

  it('ends with the slot: submitted, expired, ended by its owner', async () => {
    const photoAssessments = [];
    for (let count = 0; count < 3; count += 1) photoAssessments.push(await assessments.startedAssessment());
    const [submitted, ended, expired] = photoAssessments as [OwnAssessment, OwnAssessment, OwnAssessment];
    const see = async (photoAssessment: OwnAssessment) => {
      const { openingId } = await assessments.open(assessor, photoAssessment.ownerId);
      const ask = () => picture(openingId, photoAssessment.photoIds[0]!);
      await ask();
      return ask;
    };
    const seeSubmitted = await see(submitted);
    await assessments.submit(submitted, assessor);
    expect(await refusalOf(seeSubmitted())).toMatchObject({ code: 'NOT_FOUND' });
    const seeEnded = await see(ended);
    await assessments.end(ended.ownerId, ended.photoIds[0]!);
    expect(await refusalOf(seeEnded())).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(assessments.open(assessor, ended.ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    const seeExpired = await see(expired);
    assessments.passTime(minutes(15));
    expect(await refusalOf(seeExpired())).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(person(expired.ownerId))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is bounded within an hour, renewals included, and says when it goes on', async () => {
    const { ownerId } = await assessments.startedAssessment();
    const others: OwnAssessment[] = [];
    for (let count = 0; count < openingsPerHour - 2; count += 1) others.push(await assessments.startedAssessment());
    await assessments.open(assessor, ownerId);
    await assessments.open(assessor, ownerId);
    assessments.passTime(minutes(2));
    await assessments.open(assessor, ownerId);
    for (const other of others) {
      await assessments.open(assessor, other.ownerId);
      await assessments.submit(other, assessor);
    }
    const one = await assessments.startedAssessment();
    const refusal = await refusalOf(assessments.open(assessor, one.ownerId));
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', details: [{ field: 'retryAfterSeconds' }] });
    // The rate limit does not apply to people who are already open.
    await assessments.open(assessor, ownerId);
    assessments.passTime(minutes(60));
    await assessments.open(assessor, one.ownerId);
  });

  it('holds one place for 45 minutes in sum; after that it is neither opened nor offered', async () => {
    const photoAssessment = await assessments.startedAssessment();
    for (let slots = 0; slots < PRODUCT.slotTimeMaxMs / PRODUCT.slotMs; slots += 1) {
      await assessments.open(assessor, photoAssessment.ownerId);
      assessments.passTime(PRODUCT.slotMs);
    }
    expect(await refusalOf(assessments.open(assessor, photoAssessment.ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    const { entries } = await assessments.feed(assessor);
    expect(entries.map(({ userId }) => userId)).not.toContain(photoAssessment.ownerId);
    const answer = await assessments.submit(photoAssessment, assessor);
    expect(answer).toMatchObject({ isRewarded: false });
  });

  it('is judged when it is left and when it expires, not only at the next act; a renewal is one slot more', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const another = await assessments.startedAssessment();
    for (let renewals = 0; renewals < 3; renewals += 1) {
      await assessments.open(assessor, photoAssessment.ownerId);
      await assessments.open(assessor, another.ownerId);
      assessments.passTime(minutes(2));
    }
    expect(await standing()).toBe('good');
    assessments.passTime(minutes(15));
    await eventually(async () => expect(await standing()).toBe('warned'));
  });

  it('is of nobody else: whoever did not open a person learns nothing about them', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const [other] = (await assessments.assessors(1)) as [UserId];
    await assessments.open(assessor, photoAssessment.ownerId);
    const unknown = await refusalOf(person(newUserId(), other));
    expect(await refusalOf(person(photoAssessment.ownerId, other))).toEqual(unknown);
    expect(unknown).toMatchObject({ code: 'NOT_FOUND', message: 'There is no such account.' });
  });
});
