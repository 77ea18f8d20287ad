import { randomUUID } from 'node:crypto';
import {
  evaluationGroupsEvents,
  type GroupId,
  identityEvents,
  type PhotoId,
  photosEvents,
  type UserId,
} from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, refusalOf } from '../assessments.fixture.spec.js';
import { GroupsFixture } from './groups.fixture.spec.js';

describe('a profile assessment', () => {
  let assessments: AssessmentsFixture;
  let groups: GroupsFixture;
  let ownerId: UserId;
  let photoIds: PhotoId[];

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    groups = await GroupsFixture.start(assessments);
  });
  afterAll(async () => {
    await groups.stop();
    await assessments.stop();
  });

  const owner = async (): Promise<void> => {
    const onboarded = await assessments.onboardedOwner();
    ownerId = onboarded.ownerId;
    photoIds = onboarded.firstTest.photoIds;
  };
  const planner = () => photoIds.slice(0, 1);
  const acceptedOf = async (groupId: GroupId) =>
    (await assessments.eventsOf(`group-${groupId}`)).filter(({ type }) => type === 'GeneralRatingAccepted');
  const move = async (photoId: PhotoId, intoPlanner: boolean, version: number) => {
    const [type, subscriber, more] = intoPlanner
      ? ([photosEvents.PhotoPlacedInProfile, 'flag-on-photo-placed-in-profile', { wasFirstProfileSet: false }] as const)
      : ([photosEvents.PhotoReturnedToBank, 'return-on-photo-returned-to-bank', { wasInProfile: true }] as const);
    const data = { photoId, userId: ownerId, ...more } as never;
    const event = await assessments.publish(type, data, `photo-${photoId}`, version);
    await assessments.settled(subscriber, event);
  };

  it('is held and started once, however often its parallel copies come under one key', async () => {
    await owner();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => groups.request(ownerId, planner(), { evaluatorsCount: 2, key })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(groups.holdsOf(ownerId)).toHaveLength(1);
    const started = await assessments.eventsOf(`group-${answers[0]!.groupId}`);
    expect(started.map(({ type }) => type)).toEqual(['GroupStarted']);
  });

  it('finds its hold again after a crash between hold and start', async () => {
    await owner();
    const key = randomUUID();
    groups.failNextAfterHold();
    await refusalOf(groups.request(ownerId, planner(), { evaluatorsCount: 2, key }));
    const { groupId } = await groups.request(ownerId, planner(), { evaluatorsCount: 2, key });
    const [hold, ...others] = groups.holdsOf(ownerId);
    expect(others).toEqual([]);
    const [started] = await assessments.eventsOf(`group-${groupId}`);
    expect(started!.data).toMatchObject({ holdId: hold!.holdId, amountTokens: 10 });
  });

  it('holds anew, and gives back what it held, where its price has changed before its repeat', async () => {
    await owner();
    const { groupId } = await groups.request(ownerId, planner(), { evaluatorsCount: 2 });
    const change = { evaluatorsCount: 6, key: randomUUID() };
    groups.failNextAfterHold();
    await refusalOf(groups.change(ownerId, groupId, change));
    await groups.end(ownerId, groupId);
    const answer = await groups.change(ownerId, groupId, change);
    expect(await groups.change(ownerId, groupId, change)).toEqual(answer);
    expect(groups.holdsOf(ownerId)).toMatchObject([
      { amountTokens: 10, isVoided: false },
      { amountTokens: 20, isVoided: true },
      { amountTokens: 30, isVoided: false },
    ]);
    const started = (await assessments.eventsOf(`group-${groupId}`)).filter(({ type }) => type === 'GroupStarted');
    expect(started.at(-1)!.data).toMatchObject({ holdId: groups.holdsOf(ownerId)[2]!.holdId, amountTokens: 30 });
  });

  it.each([
    ['with', randomUUID()],
    ['without', undefined],
  ])('keeps one hold where it is decided again, %s a key', async (_, key) => {
    await owner();
    const { groupId } = await groups.request(ownerId, planner(), { evaluatorsCount: 3 });
    groups.afterNextHold(() => groups.endAll(ownerId));
    await groups.change(ownerId, groupId, { evaluatorsCount: 4, ...(key && { key }) });
    expect(groups.holdsOf(ownerId)).toMatchObject([
      { amountTokens: 15, isVoided: false },
      { amountTokens: 5, isVoided: true },
      { amountTokens: 20, isVoided: false },
    ]);
    const types = (await assessments.eventsOf(`group-${groupId}`)).map(({ type }) => type);
    expect(types).toEqual(['GroupStarted', 'GroupEnded', 'GroupStarted']);
  });

  it('is one at a time, of photos that stand in the own planner, after the first profile', async () => {
    await owner();
    const ask = (photos: PhotoId[], userId = ownerId) =>
      refusalOf(groups.request(userId, photos, { evaluatorsCount: 1 }));
    expect(await ask(photoIds)).toMatchObject({ code: 'CONFLICT' });
    expect(await ask([randomUUID() as PhotoId])).toMatchObject({ code: 'NOT_FOUND' });
    const stranger = await assessments.onboardedOwner();
    expect(await ask(planner(), stranger.ownerId)).toMatchObject({ code: 'NOT_FOUND' });
    await groups.request(ownerId, planner(), { evaluatorsCount: 1 });
    expect(await ask(planner())).toMatchObject({ code: 'CONFLICT' });
    expect(groups.holdsOf(ownerId)).toHaveLength(1);
  });

  it('starts once of ten at the same time under keys of their own, and keeps no other hold', async () => {
    await owner();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => groups.request(ownerId, planner(), { evaluatorsCount: 1, key: randomUUID() })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(groups.holdsOf(ownerId).filter((hold) => !hold.isVoided)).toHaveLength(1);
  });

  it('says in the product’s words that there are too few tokens, and leaves nothing', async () => {
    await owner();
    groups.refuse(ownerId);
    const refusal = await refusalOf(groups.request(ownerId, planner(), { evaluatorsCount: 3 }));
    expect(refusal).toMatchObject({
      code: 'INSUFFICIENT_TOKENS',
      message: 'Insufficient tokens. Please purchase more tokens.',
    });
    expect(await groups.own(ownerId)).toEqual([]);
  });

  it('gives its last place to exactly one of two, and what is full to nobody', async () => {
    await owner();
    const { groupId } = await groups.request(ownerId, planner(), { evaluatorsCount: 2 });
    const raters = await assessments.assessors(4);
    await groups.evaluate(groupId, ownerId, raters[0]!);
    const outcomes = await Promise.allSettled(raters.slice(1, 3).map((id) => groups.evaluate(groupId, ownerId, id)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ASSESSMENT_COMPLETE' },
    });
    expect(await acceptedOf(groupId)).toHaveLength(2);
    expect(await groups.open(raters[3]!)).not.toContain(groupId);
    expect((await groups.own(ownerId))[0]).toMatchObject({ limitReached: true, hasConfirmed: false, running: false });
  });

  it('and its end race: every place is either consumed or refunded', async () => {
    await owner();
    const { groupId } = await groups.request(ownerId, planner(), { evaluatorsCount: 6 });
    const raters = await assessments.assessors(6);
    const [ended, ...outcomes] = await Promise.allSettled([
      groups.end(ownerId, groupId, randomUUID()),
      ...raters.map((raterId) => groups.evaluate(groupId, ownerId, raterId)),
    ]);
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(ended).toMatchObject({ value: { refundedTokens: (6 - accepted) * 5 } });
    expect(await acceptedOf(groupId)).toHaveLength(accepted);
  });

  it('is offered to approved assessors with a place, never to its owner, never twice, least served first', async () => {
    await owner();
    const { groupId } = await groups.request(ownerId, planner(), { evaluatorsCount: 2 });
    const first = [ownerId, groupId] as const;
    await owner();
    const other = await groups.request(ownerId, planner(), { evaluatorsCount: 2 });
    const [rita, rob] = (await assessments.assessors(2)) as [UserId, UserId];
    await groups.evaluate(groupId, first[0], rita);
    expect((await groups.open(rob)).filter((id) => [groupId, other.groupId].includes(id))).toEqual([
      other.groupId,
      groupId,
    ]);
    expect(await groups.open(rita)).not.toContain(groupId);
    expect(await refusalOf(groups.open(first[0]))).toMatchObject({ code: 'FORBIDDEN' });
    await assessments.settled(
      'allow-on-assessor-approved',
      await assessments.publish(identityEvents.AssessorApproved, {
        userId: first[0],
        passkeyName: 'beta',
      }),
    );
    expect(await groups.open(first[0])).not.toContain(groupId);
    expect(await refusalOf(groups.evaluate(groupId, first[0], first[0]))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('keeps a place for fifteen minutes for who has opened it', async () => {
    await owner();
    const { groupId } = await groups.request(ownerId, planner(), { evaluatorsCount: 1 });
    const [rita, rob] = (await assessments.assessors(2)) as [UserId, UserId];
    const opened = await groups.openGroup(rita, groupId);
    expect(opened).toMatchObject({ benchmarkPhotoIds: [], group: { photoIds: planner(), commentsRequired: 1 } });
    expect(Date.parse(opened.slot!.expiresAt)).toBeGreaterThan(assessments.clock().getTime() + 14 * 60_000);
    expect(await groups.open(rob)).not.toContain(groupId);
    expect(await refusalOf(groups.openGroup(rob, groupId))).toMatchObject({ code: 'NOT_FOUND' });
    assessments.passTime(16 * 60_000);
    await groups.evaluate(groupId, ownerId, rob);
    expect(await refusalOf(groups.evaluate(groupId, ownerId, rita))).toMatchObject({ code: 'ASSESSMENT_COMPLETE' });
    expect((await groups.openGroup(ownerId, groupId)).slot).toBeNull();
  });

  it('ends with a refund when a photo of it leaves the planner, or another joins', async () => {
    await owner();
    const [inPlanner, inBank] = photoIds as [PhotoId, PhotoId];
    const left = await groups.request(ownerId, [inPlanner], { evaluatorsCount: 2 });
    await move(inPlanner, false, 5);
    expect((await groups.own(ownerId))[0]).toMatchObject({ running: false, hasConfirmed: true });
    await move(inPlanner, true, 6);
    const joined = await groups.request(ownerId, [inPlanner], { evaluatorsCount: 2 });
    await move(inBank, true, 5);
    const ended = async ({ groupId }: { groupId: GroupId }) =>
      (await assessments.eventsOf(`group-${groupId}`)).find(({ type }) => type === 'GroupEnded')?.data;
    expect(await ended(left)).toMatchObject({ reason: 'profile-changed', refundTokens: 10 });
    expect(await ended(joined)).toMatchObject({ reason: 'profile-changed', refundTokens: 10 });
    const both = await groups.request(ownerId, [inPlanner, inBank], { evaluatorsCount: 2 });
    // A photo that comes back from an assessment of its own was never gone.
    await move(inBank, true, 7);
    expect(await ended(both)).toBeUndefined();
    expect(await assessments.end(ownerId, inBank, { leavesPlanner: true })).toMatchObject({ refundTokens: 10 });
    expect(await ended(both)).toMatchObject({ reason: 'profile-changed' });
  });

  it('does not start, first or again, for a planner that changes while its tokens are held', async () => {
    await owner();
    const [photoId] = planner() as [PhotoId];
    groups.afterNextHold(() => move(photoId, false, 5));
    const first = await refusalOf(groups.request(ownerId, [photoId], { evaluatorsCount: 2 }));
    expect(first).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Profile Planner') });
    expect(await groups.own(ownerId)).toEqual([]);
    await move(photoId, true, 6);
    const { groupId } = await groups.request(ownerId, [photoId], { evaluatorsCount: 2 });
    await groups.end(ownerId, groupId);
    groups.afterNextHold(() => move(photoId, false, 7));
    const again = await refusalOf(groups.change(ownerId, groupId, { evaluatorsCount: 3 }));
    expect(again).toMatchObject({ code: 'CONFLICT', message: first.message });
    expect((await groups.own(ownerId))[0]).toMatchObject({ running: false });
    expect(groups.holdsOf(ownerId).map(({ isVoided }) => isVoided)).toEqual([true, false, true]);
  });

  it('never goes on for a photo that leaves the planner at the same time', async () => {
    await owner();
    const [photoId] = planner() as [PhotoId];
    for (let version = 5; version < 15; version += 2) {
      const request = groups.request(ownerId, [photoId], { evaluatorsCount: 2 });
      await Promise.allSettled([request, move(photoId, false, version)]);
      expect((await groups.own(ownerId)).filter(({ running }) => running)).toEqual([]);
      await move(photoId, true, version + 1);
    }
  });

  it('ends with its owner’s other assessments, and counts in what that gives back', async () => {
    await owner();
    const { groupId } = await groups.request(ownerId, planner(), { evaluatorsCount: 3 });
    await assessments.startedTest(ownerId, 1, { testLimit: 2 });
    expect(await groups.refund(ownerId)).toBe(25);
    expect(await groups.endAll(ownerId)).toMatchObject({ refundTokens: 25 });
    expect((await groups.own(ownerId))[0]).toMatchObject({ groupId, running: false });
    expect(await groups.refund(ownerId)).toBe(0);
  });

  it('runs again once it is over, for evaluators of before as well, with other numbers and a hold of its own', async () => {
    await owner();
    const { groupId } = await groups.request(ownerId, planner(), { evaluatorsCount: 1 });
    const [rita] = (await assessments.assessors(1)) as [UserId];
    await groups.evaluate(groupId, ownerId, rita);
    expect(await groups.change(ownerId, groupId, { evaluatorsCount: 2 })).toMatchObject({ refundId: null });
    await groups.evaluate(groupId, ownerId, rita);
    const [group] = await groups.own(ownerId);
    expect(group).toMatchObject({ testLimit: 2, originalNumber: 2, testTimesRated: 1, hasConfirmed: false });
    expect(group!.comments).toHaveLength(4);
    expect(await groups.change(ownerId, groupId, { evaluatorsCount: 4 })).toMatchObject({ refundId: null });
    const shrunk = await groups.change(ownerId, groupId, { evaluatorsCount: 1 });
    expect(shrunk.refundId).not.toBeNull();
    expect((await groups.own(ownerId))[0]).toMatchObject({ testLimit: 1, originalNumber: 2, limitReached: true });
    expect(groups.holdsOf(ownerId).map(({ amountTokens }) => amountTokens)).toEqual([5, 10, 10]);
  });

  it('is told to the others in the contract’s words', async () => {
    for (const type of Object.values(evaluationGroupsEvents)) {
      const [published] = await assessments.published(type, 1);
      expect(type.data.parse(published.data)).toEqual(published.data);
    }
  });
});
