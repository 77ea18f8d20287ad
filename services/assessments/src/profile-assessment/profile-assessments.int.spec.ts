import { randomUUID } from 'node:crypto';
import {
  identityEvents,
  type PhotoId,
  type ProfileAssessmentId,
  photosEvents,
  profileAssessmentsEvents,
  type UserId,
} from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, refusalOf } from '../assessments.fixture.spec.js';
import { ProfilesFixture } from './profiles.fixture.spec.js';

describe('a profile assessment', () => {
  let assessments: AssessmentsFixture;
  let profiles: ProfilesFixture;
  let ownerId: UserId;
  let photoIds: PhotoId[];

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    profiles = await ProfilesFixture.start(assessments);
  });
  afterAll(async () => {
    await profiles.stop();
    await assessments.stop();
  });

  const owner = async (): Promise<void> => {
    const onboarded = await assessments.onboardedOwner();
    ownerId = onboarded.ownerId;
    photoIds = onboarded.firstAssessment.photoIds;
  };
  const planner = () => photoIds.slice(0, 1);
  const acceptedOf = async (profileAssessmentId: ProfileAssessmentId) =>
    (await assessments.eventsOf(`profile-assessment-${profileAssessmentId}`)).filter(
      ({ type }) => type === 'ProfileRatingAccepted',
    );
  const move = async (photoId: PhotoId, intoPlanner: boolean, version: number) => {
    const [type, subscriber, more] = intoPlanner
      ? ([
          photosEvents.PhotoPlacedInProfile,
          'record-move-on-photo-placed-in-profile',
          { wasFirstProfileSet: false },
        ] as const)
      : ([photosEvents.PhotoReturnedToBank, 'record-move-on-photo-returned-to-bank', { wasInProfile: true }] as const);
    const data = { photoId, userId: ownerId, ...more } as never;
    const event = await assessments.publish(type, data, `photo-${photoId}`, version);
    await assessments.settled(subscriber, event);
  };

  it('is held and started once, however often its parallel copies come under one key', async () => {
    await owner();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => profiles.request(ownerId, planner(), { assessorsCount: 2, key })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(profiles.holdsOf(ownerId)).toHaveLength(1);
    const started = await assessments.eventsOf(`profile-assessment-${answers[0]!.profileAssessmentId}`);
    expect(started.map(({ type }) => type)).toEqual(['ProfileRoundStarted']);
  });

  it('finds its hold again after a crash between hold and start', async () => {
    await owner();
    const key = randomUUID();
    profiles.failNextAfterHold();
    await refusalOf(profiles.request(ownerId, planner(), { assessorsCount: 2, key }));
    const { profileAssessmentId } = await profiles.request(ownerId, planner(), { assessorsCount: 2, key });
    const [hold, ...others] = profiles.holdsOf(ownerId);
    expect(others).toEqual([]);
    const [started] = await assessments.eventsOf(`profile-assessment-${profileAssessmentId}`);
    expect(started!.data).toMatchObject({ holdId: hold!.holdId, amountTokens: 10 });
  });

  it('holds anew, and gives back what it held, where its price has changed before its repeat', async () => {
    await owner();
    const { profileAssessmentId } = await profiles.request(ownerId, planner(), { assessorsCount: 2 });
    const change = { assessorsCount: 6, key: randomUUID() };
    profiles.failNextAfterHold();
    await refusalOf(profiles.change(ownerId, profileAssessmentId, change));
    await profiles.end(ownerId, profileAssessmentId);
    const answer = await profiles.change(ownerId, profileAssessmentId, change);
    expect(await profiles.change(ownerId, profileAssessmentId, change)).toEqual(answer);
    expect(profiles.holdsOf(ownerId)).toMatchObject([
      { amountTokens: 10, isVoided: false },
      { amountTokens: 20, isVoided: true },
      { amountTokens: 30, isVoided: false },
    ]);
    const started = (await assessments.eventsOf(`profile-assessment-${profileAssessmentId}`)).filter(
      ({ type }) => type === 'ProfileRoundStarted',
    );
    expect(started.at(-1)!.data).toMatchObject({ holdId: profiles.holdsOf(ownerId)[2]!.holdId, amountTokens: 30 });
  });

  it.each([
    ['with', randomUUID()],
    ['without', undefined],
  ])('keeps one hold where it is decided again, %s a key', async (_, key) => {
    await owner();
    const { profileAssessmentId } = await profiles.request(ownerId, planner(), { assessorsCount: 3 });
    profiles.afterNextHold(() => profiles.endAll(ownerId));
    await profiles.change(ownerId, profileAssessmentId, { assessorsCount: 4, ...(key && { key }) });
    expect(profiles.holdsOf(ownerId)).toMatchObject([
      { amountTokens: 15, isVoided: false },
      { amountTokens: 5, isVoided: true },
      { amountTokens: 20, isVoided: false },
    ]);
    const types = (await assessments.eventsOf(`profile-assessment-${profileAssessmentId}`)).map(({ type }) => type);
    expect(types).toEqual(['ProfileRoundStarted', 'ProfileRoundEnded', 'ProfileRoundStarted']);
  });

  it('is one at a time, of photos that stand in the own planner, after the first profile', async () => {
    await owner();
    const ask = (photos: PhotoId[], userId = ownerId) =>
      refusalOf(profiles.request(userId, photos, { assessorsCount: 1 }));
    expect(await ask(photoIds)).toMatchObject({ code: 'CONFLICT' });
    expect(await ask([randomUUID() as PhotoId])).toMatchObject({ code: 'NOT_FOUND' });
    const stranger = await assessments.onboardedOwner();
    expect(await ask(planner(), stranger.ownerId)).toMatchObject({ code: 'NOT_FOUND' });
    await profiles.request(ownerId, planner(), { assessorsCount: 1 });
    expect(await ask(planner())).toMatchObject({ code: 'CONFLICT' });
    expect(profiles.holdsOf(ownerId)).toHaveLength(1);
  });

  it('starts once of ten at the same time under keys of their own, and keeps no other hold', async () => {
    await owner();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => profiles.request(ownerId, planner(), { assessorsCount: 1, key: randomUUID() })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(profiles.holdsOf(ownerId).filter((hold) => !hold.isVoided)).toHaveLength(1);
  });

  it('says in the product’s words that there are too few tokens, and leaves nothing', async () => {
    await owner();
    profiles.refuse(ownerId);
    const refusal = await refusalOf(profiles.request(ownerId, planner(), { assessorsCount: 3 }));
    expect(refusal).toMatchObject({
      code: 'INSUFFICIENT_TOKENS',
      message: 'Insufficient tokens. Please purchase more tokens.',
    });
    expect(await profiles.own(ownerId)).toEqual([]);
  });

  it('gives its last place to exactly one of two, and what is full to nobody', async () => {
    await owner();
    const { profileAssessmentId } = await profiles.request(ownerId, planner(), { assessorsCount: 2 });
    const assessors = await assessments.assessors(4);
    await profiles.evaluate(profileAssessmentId, ownerId, assessors[0]!);
    const outcomes = await Promise.allSettled(
      assessors.slice(1, 3).map((id) => profiles.evaluate(profileAssessmentId, ownerId, id)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ASSESSMENT_COMPLETE' },
    });
    expect(await acceptedOf(profileAssessmentId)).toHaveLength(2);
    expect(await profiles.open(assessors[3]!)).not.toContain(profileAssessmentId);
    expect((await profiles.own(ownerId))[0]).toMatchObject({ limitReached: true, hasConfirmed: false, running: false });
  });

  it('and its end race: every place is either consumed or refunded', async () => {
    await owner();
    const { profileAssessmentId } = await profiles.request(ownerId, planner(), { assessorsCount: 6 });
    const assessors = await assessments.assessors(6);
    const [ended, ...outcomes] = await Promise.allSettled([
      profiles.end(ownerId, profileAssessmentId, randomUUID()),
      ...assessors.map((assessorId) => profiles.evaluate(profileAssessmentId, ownerId, assessorId)),
    ]);
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(ended).toMatchObject({ value: { refundedTokens: (6 - accepted) * 5 } });
    expect(await acceptedOf(profileAssessmentId)).toHaveLength(accepted);
  });

  it('is offered to approved assessors with a place, never to its owner, never twice, least served first', async () => {
    await owner();
    const { profileAssessmentId } = await profiles.request(ownerId, planner(), { assessorsCount: 2 });
    const first = [ownerId, profileAssessmentId] as const;
    await owner();
    const other = await profiles.request(ownerId, planner(), { assessorsCount: 2 });
    const [rita, rob] = (await assessments.assessors(2)) as [UserId, UserId];
    await profiles.evaluate(profileAssessmentId, first[0], rita);
    expect(
      (await profiles.open(rob)).filter((id) => [profileAssessmentId, other.profileAssessmentId].includes(id)),
    ).toEqual([other.profileAssessmentId, profileAssessmentId]);
    expect(await profiles.open(rita)).not.toContain(profileAssessmentId);
    expect(await refusalOf(profiles.open(first[0]))).toMatchObject({ code: 'FORBIDDEN' });
    await assessments.settled(
      'allow-assessor-on-assessor-approved',
      await assessments.publish(identityEvents.AssessorApproved, {
        userId: first[0],
        passkeyName: 'beta',
      }),
    );
    expect(await profiles.open(first[0])).not.toContain(profileAssessmentId);
    expect(await refusalOf(profiles.evaluate(profileAssessmentId, first[0], first[0]))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('keeps a place for fifteen minutes for who has opened it', async () => {
    await owner();
    const { profileAssessmentId } = await profiles.request(ownerId, planner(), { assessorsCount: 1 });
    const [rita, rob] = (await assessments.assessors(2)) as [UserId, UserId];
    const opened = await profiles.openProfile(rita, profileAssessmentId);
    expect(opened).toMatchObject({
      benchmarkPhotoIds: [],
      profileAssessment: { photoIds: planner(), commentsRequired: 1 },
    });
    expect(Date.parse(opened.slot!.expiresAt)).toBeGreaterThan(assessments.clock().getTime() + 14 * 60_000);
    expect(await profiles.open(rob)).not.toContain(profileAssessmentId);
    expect(await refusalOf(profiles.openProfile(rob, profileAssessmentId))).toMatchObject({ code: 'NOT_FOUND' });
    assessments.passTime(16 * 60_000);
    await profiles.evaluate(profileAssessmentId, ownerId, rob);
    expect(await refusalOf(profiles.evaluate(profileAssessmentId, ownerId, rita))).toMatchObject({
      code: 'ASSESSMENT_COMPLETE',
    });
    expect((await profiles.openProfile(ownerId, profileAssessmentId)).slot).toBeNull();
  });

  it('ends with a refund when a photo of it leaves the planner, or another joins', async () => {
    await owner();
    const [inPlanner, inBank] = photoIds as [PhotoId, PhotoId];
    const left = await profiles.request(ownerId, [inPlanner], { assessorsCount: 2 });
    await move(inPlanner, false, 5);
    expect((await profiles.own(ownerId))[0]).toMatchObject({ running: false, hasConfirmed: true });
    await move(inPlanner, true, 6);
    const joined = await profiles.request(ownerId, [inPlanner], { assessorsCount: 2 });
    await move(inBank, true, 5);
    const ended = async ({ profileAssessmentId }: { profileAssessmentId: ProfileAssessmentId }) =>
      (await assessments.eventsOf(`profile-assessment-${profileAssessmentId}`)).find(
        ({ type }) => type === 'ProfileRoundEnded',
      )?.data;
    expect(await ended(left)).toMatchObject({ reason: 'profile-changed', refundTokens: 10 });
    expect(await ended(joined)).toMatchObject({ reason: 'profile-changed', refundTokens: 10 });
    const both = await profiles.request(ownerId, [inPlanner, inBank], { assessorsCount: 2 });
    // A photo that returns from its own photo assessment counts as never having left the planner.
    await move(inBank, true, 7);
    expect(await ended(both)).toBeUndefined();
    expect(await assessments.end(ownerId, inBank, { leavesPlanner: true })).toMatchObject({ refundTokens: 10 });
    expect(await ended(both)).toMatchObject({ reason: 'profile-changed' });
  });

  it('does not start, first or again, for a planner that changes while its tokens are held', async () => {
    await owner();
    const [photoId] = planner() as [PhotoId];
    profiles.afterNextHold(() => move(photoId, false, 5));
    const first = await refusalOf(profiles.request(ownerId, [photoId], { assessorsCount: 2 }));
    expect(first).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Profile Planner') });
    expect(await profiles.own(ownerId)).toEqual([]);
    await move(photoId, true, 6);
    const { profileAssessmentId } = await profiles.request(ownerId, [photoId], { assessorsCount: 2 });
    await profiles.end(ownerId, profileAssessmentId);
    profiles.afterNextHold(() => move(photoId, false, 7));
    const again = await refusalOf(profiles.change(ownerId, profileAssessmentId, { assessorsCount: 3 }));
    expect(again).toMatchObject({ code: 'CONFLICT', message: first.message });
    expect((await profiles.own(ownerId))[0]).toMatchObject({ running: false });
    expect(profiles.holdsOf(ownerId).map(({ isVoided }) => isVoided)).toEqual([true, false, true]);
  });

  it('never goes on for a photo that leaves the planner at the same time', async () => {
    await owner();
    const [photoId] = planner() as [PhotoId];
    for (let version = 5; version < 15; version += 2) {
      const request = profiles.request(ownerId, [photoId], { assessorsCount: 2 });
      await Promise.allSettled([request, move(photoId, false, version)]);
      expect((await profiles.own(ownerId)).filter(({ running }) => running)).toEqual([]);
      await move(photoId, true, version + 1);
    }
  });

  it('ends with its owner’s other assessments, and counts in what that gives back', async () => {
    await owner();
    const { profileAssessmentId } = await profiles.request(ownerId, planner(), { assessorsCount: 3 });
    await assessments.startedAssessment(ownerId, 1, { testLimit: 2 });
    expect(await profiles.refund(ownerId)).toBe(25);
    expect(await profiles.endAll(ownerId)).toMatchObject({ refundTokens: 25 });
    expect((await profiles.own(ownerId))[0]).toMatchObject({ profileAssessmentId, running: false });
    expect(await profiles.refund(ownerId)).toBe(0);
  });

  it('runs again once it is over, for assessors of before as well, with other numbers and a hold of its own', async () => {
    await owner();
    const { profileAssessmentId } = await profiles.request(ownerId, planner(), { assessorsCount: 1 });
    const [rita] = (await assessments.assessors(1)) as [UserId];
    await profiles.evaluate(profileAssessmentId, ownerId, rita);
    expect(await profiles.change(ownerId, profileAssessmentId, { assessorsCount: 2 })).toMatchObject({
      remainingTokens: 0,
    });
    await profiles.evaluate(profileAssessmentId, ownerId, rita);
    const [profileAssessment] = await profiles.own(ownerId);
    expect(profileAssessment).toMatchObject({
      testLimit: 2,
      originalNumber: 2,
      testTimesRated: 1,
      hasConfirmed: false,
    });
    expect(profileAssessment!.comments).toHaveLength(4);
    expect(await profiles.change(ownerId, profileAssessmentId, { assessorsCount: 4 })).toMatchObject({
      remainingTokens: 0,
    });
    const shrunk = await profiles.change(ownerId, profileAssessmentId, { assessorsCount: 1 });
    expect(shrunk).toEqual({ remainingTokens: 105 });
    expect((await profiles.own(ownerId))[0]).toMatchObject({ testLimit: 1, originalNumber: 2, limitReached: true });
    expect(profiles.holdsOf(ownerId).map(({ amountTokens }) => amountTokens)).toEqual([5, 10, 10]);
  });

  it('is told to the others in the contract’s words', async () => {
    for (const type of Object.values(profileAssessmentsEvents)) {
      const [published] = await assessments.published(type, 1);
      expect(type.data.parse(published.data)).toEqual(published.data);
    }
  });
});
