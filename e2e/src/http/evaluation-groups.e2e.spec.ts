import { randomUUID } from 'node:crypto';
import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
  identityRoutes,
  photosRoutes,
  evaluationGroupsRoutes as routes,
  supportRoutes,
} from '@candid/contracts';
import { eventually, joinSystem, Person, type SharedSystem, supportAgent } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectBalance, expectBalancedBooks, expectNothingHeld } from '../people/money.js';
import { onboardedOwner } from '../people/onboarded.js';
import { evaluationFor, place, profileRequest } from '../people/profiles.js';

let system: SharedSystem;
let leave: () => Promise<void>;
let support: Person;
let assessors: Person[];
let owner: Person;
let groupId: string;

const grant = (amount: number) =>
  support.expect(supportRoutes.grant, { params: { userId: owner.userId }, body: { amount, reason: 'for a test' } });
const request = async (evaluatorsCount: number, changed: object = {}, idempotencyKey: string = randomUUID()) =>
  owner.call(routes.requestGroup, {
    body: { ...(await profileRequest(owner, evaluatorsCount)), ...changed },
    idempotencyKey,
  });
const started = async (evaluatorsCount: number): Promise<string> => {
  const body = await profileRequest(owner, evaluatorsCount);
  return (await owner.expect(routes.requestGroup, { body })).groupId;
};
const change = (evaluatorsCount: number, changed: object = {}) =>
  owner.call(routes.changeGroup, {
    params: { groupId },
    body: { evaluatorsCount, userId: owner.userId, ...changed },
  });
const end = (idempotencyKey: string = randomUUID()) =>
  owner.call(routes.endGroup, { params: { groupId }, body: { userId: owner.userId }, idempotencyKey });
const own = async () => {
  const { groups } = await owner.expect(routes.listOwnGroups, { params: { userId: owner.userId } });
  return groups;
};
/** The owner's profile assessments that the assessor is offered. */
const offered = async (assessor: Person) => {
  const query = { excludeUserId: assessor.userId };
  const { groups } = await assessor.expect(routes.listOpenGroups, { query });
  return groups.filter(({ userId }) => userId === owner.userId);
};
const submit = (assessor: Person, body: unknown, idempotencyKey: string = randomUUID()) =>
  assessor.call(routes.submitGeneralRating, { body, idempotencyKey });
const evaluate = async (assessor: Person, score?: number) => {
  const body = await evaluationFor(assessor, groupId, score);
  return assessor.expect(routes.submitGeneralRating, { body });
};
beforeAll(async () => {
  ({ system, leave } = await joinSystem());
  support = await supportAgent(system, 'support-of-evaluation-groups@people.example');
  assessors = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system)));
  owner = await onboardedOwner(system, assessors);
});
afterAll(async () => leave?.());

describe('a profile assessment that is requested', () => {
  it('is refused in the product’s words, with nothing charged', async () => {
    expect(await request(0)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message: 'Please select at least 1 evaluator' },
    });
    expect(await request(11)).toMatchObject({ status: 400 });
    expect(await request(2)).toMatchObject({
      status: 402,
      body: { code: 'INSUFFICIENT_TOKENS', message: 'Insufficient tokens. Please purchase more tokens.' },
    });
    const [inBank] = await owner.photos('bank');
    expect(await request(1, { photoIds: [inBank!._id] })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await request(1, { photoIds: [randomUUID()] })).toMatchObject({ status: 404 });
    expect(await request(1, { photoIds: [] })).toMatchObject({ status: 400 });
    expect(await request(1, { commentsSelected: [[1, 1]] })).toMatchObject({ status: 400 });
    expect(await request(1, { userId: assessors[0]!.userId })).toMatchObject({ status: 403 });
    expect(await own()).toEqual([]);
    await expectBalance(owner, 0);
  });

  it('is one, for a repeat under its key and for ten at once', async () => {
    await grant(30);
    const key = randomUUID();
    const first = await request(2, {}, key);
    expect(first).toMatchObject({ status: 201, body: { estimatedTime: 30, newTokenCount: 20 } });
    expect(await request(2, {}, key)).toEqual(first);
    expect(await request(3, {}, key)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    const others = await Promise.all(Array.from({ length: 10 }, () => request(2)));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([409]));
    groupId = (first.body as { groupId: string }).groupId;
    await expectBalance(owner, 20);
    expect(await own()).toMatchObject([
      {
        groupId,
        testLimit: 2,
        originalNumber: 2,
        testTimesRated: 0,
        limitReached: false,
        hasConfirmed: false,
        isCurrentProfile: true,
        comments: [],
        commentsRequired: 1,
      },
    ]);
    await expectBalancedBooks(support);
  });

  it('takes more evaluators and fewer, and gives the tokens of those back', async () => {
    expect(await change(6)).toMatchObject({ status: 200, body: { groupId, estimatedTime: 90, newTokenCount: 0 } });
    expect(await change(7)).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_TOKENS' } });
    expect(await change(3)).toMatchObject({ status: 200, body: { newTokenCount: 15 } });
    expect(await change(3, { photoIds: [randomUUID()] })).toMatchObject({ status: 409 });
    expect((await own())[0]).toMatchObject({ testLimit: 3, originalNumber: 2 });
    const stranger = assessors[0]!;
    const body = { evaluatorsCount: 1, userId: stranger.userId };
    expect(await stranger.call(routes.changeGroup, { params: { groupId }, body })).toMatchObject({ status: 404 });
    await expectBalancedBooks(support);
  });
});

describe('an assessor', () => {
  it('is offered it without pictures, opens it with pictures and a place, and learns no score', async () => {
    const [entry] = await offered(assessors[0]!);
    expect(entry).toMatchObject({ type: 'evaluation', groupId, userId: owner.userId, isProfileEvaluation: true });
    expect(entry!.photos.map(({ path }) => path)).toEqual(['']);
    const { group } = await assessors[0]!.expect(routes.getGroup, { params: { groupId } });
    expect(group).toMatchObject({ userId: owner.userId, commentsRequired: 1, benchmarkPhotos: [] });
    expect(Date.parse(group.slotExpiresAt!)).toBeGreaterThan(Date.now() + 14 * 60_000);
    expect(group.photos[0]).not.toHaveProperty('totalScore');
    expect((await fetch(new URL(group.photos[0]!.path, system.baseUrl))).status).toBe(200);
    const general = new Set(group.generalCommentsSelected.map(String));
    expect(general).toEqual(new Set(group.commentsSelected.map(String)));
  });

  it('is the only one who may: not the owner, not a mere user, not in somebody else’s name', async () => {
    const visitor = await Person.signedUp(system);
    expect(await visitor.call(routes.listOpenGroups)).toMatchObject({ status: 403 });
    expect(await visitor.call(routes.getGroup, { params: { groupId } })).toMatchObject({ status: 403 });
    const query = { excludeUserId: owner.userId };
    expect(await assessors[0]!.call(routes.listOpenGroups, { query })).toMatchObject({ status: 403 });
    expect(await assessors[0]!.call(routes.getGroup, { params: { groupId: randomUUID() } })).toMatchObject({
      status: 404,
    });
    const body = await evaluationFor(assessors[0]!, groupId);
    expect(await submit(visitor, { ...body, raterId: visitor.userId })).toMatchObject({ status: 403 });
    expect(await submit(assessors[1]!, body)).toMatchObject({ status: 403 });
    expect(await submit(owner, { ...body, raterId: owner.userId })).toMatchObject({ status: 403 });
    const { group } = await owner.expect(routes.getGroup, { params: { groupId } });
    expect(group.slotExpiresAt).toBeUndefined();
  });

  it('leaves one to three comments of the selected ones, each within its scale', async () => {
    const assessor = assessors[0]!;
    const body = await evaluationFor(assessor, groupId, 15, 4);
    for (const comments of [[], body.comments, [[1, 1, 5]], [[51, 101, 21]], ['x'], [[51, 101, 10.5]]]) {
      expect(await submit(assessor, { ...body, comments })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED' },
      });
    }
    await expectBalancedBooks(support);
  });

  it('earns five tokens a comment, once, and is not asked twice', async () => {
    const assessor = assessors[0]!;
    const before = (await assessor.user()).tokenCount;
    const body = await evaluationFor(assessor, groupId, 12, 2);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(assessor, body, key)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: { tokensEarned: 10 } });
    expect(await submit(assessor, body)).toMatchObject({ status: 201, body: { tokensEarned: 10 } });
    await expectBalance(assessor, before + 10);
    const other = { ...body, comments: [[51, 101, 3]] };
    expect(await submit(assessor, other)).toMatchObject({ status: 409, body: { code: 'ALREADY_RATED' } });
    expect((await offered(assessor)).map((entry) => entry.groupId)).not.toContain(groupId);
    await eventually(async () => expect((await owner.user()).generalNotifNumber).toBe(1));
    const body2 = { userId: owner.userId };
    const cleared = await owner.expect(identityRoutes.clearGeneralNotifications, { body: body2 });
    expect(cleared.generalNotifNumber).toBe(0);
  });

  it('of two for the last place gets it exactly once', async () => {
    await evaluate(assessors[1]!, 16);
    const rivals = assessors.slice(2);
    const body = await evaluationFor(rivals[0]!, groupId);
    expect(await rivals[1]!.call(routes.getGroup, { params: { groupId } })).toMatchObject({ status: 404 });
    const attempts = rivals.map((rival) => submit(rival, { ...body, raterId: rival.userId }));
    const answers = await Promise.all(attempts);
    expect(answers.map(({ status }) => status)).toEqual([201, 409]);
    expect(answers[1]!.body).toMatchObject({ code: 'ASSESSMENT_COMPLETE' });
    expect(await offered(rivals[1]!)).toEqual([]);
    await expectBalancedBooks(support);
  });
});

describe('its owner', () => {
  it('reads comments, ratings without names, and the range of the mean sliders', async () => {
    const [group] = await own();
    expect(group).toMatchObject({ testTimesRated: 3, limitReached: true, hasConfirmed: false });
    expect(group!.comments).toHaveLength(6);
    const params = { userId: owner.userId };
    const { ratings } = await owner.expect(routes.getGeneralRatings, { params });
    expect(ratings.map(({ score }) => score)).toEqual([15, 16, 12]);
    for (const assessor of assessors) expect(JSON.stringify(ratings)).not.toContain(assessor.userId);
    // Mean 14.33, variance 2.89: half-width round(20 / √3 + 1.7 / 2) = 12.
    const range = await owner.expect(routes.getProfileConfidenceRange, { params: { groupId } });
    expect(range.confidenceRange).toEqual([2, 20]);
    const stranger = assessors[0]!;
    expect(await stranger.call(routes.getProfileConfidenceRange, { params: { groupId } })).toMatchObject({
      status: 404,
    });
    expect(await stranger.call(routes.getGeneralRatings, { params })).toMatchObject({ status: 403 });
    expect(await stranger.call(routes.listOwnGroups, { params })).toMatchObject({ status: 403 });
  });

  it('confirms what is complete, without a refund, and has it run again', async () => {
    expect(await end()).toMatchObject({ status: 200, body: { refundedTokens: 0, newTokenCount: 15 } });
    expect((await own())[0]).toMatchObject({ hasConfirmed: true });
    expect(await change(3)).toMatchObject({ status: 200, body: { newTokenCount: 0 } });
    expect((await own())[0]).toMatchObject({ testTimesRated: 0, testLimit: 3, hasConfirmed: false });
    expect(await offered(assessors[0]!)).toHaveLength(1);
    await evaluate(assessors[0]!);
  });

  it('ends it with a refund for who did not come, once, whatever arrives at the same time', async () => {
    const assessor = assessors[1]!;
    const body = await evaluationFor(assessor, groupId);
    const key = randomUUID();
    const [submitted, ...ended] = await Promise.all([submit(assessor, body), end(key), end(key), end()]);
    expect([201, 409]).toContain(submitted.status);
    const left = submitted.status === 201 ? 5 : 10;
    const refunds = ended.map((answer) => (answer.body as { refundedTokens: number }).refundedTokens);
    expect(refunds[0]).toBe(refunds[1]);
    expect(Math.max(...refunds)).toBe(left);
    expect(refunds[0]! === 0 || refunds[2]! === 0).toBe(true);
    await expectBalance(owner, left);
    await expectNothingHeld(support, owner);
  });

  it('sees it ended with a refund when the profile changes', async () => {
    await grant(25 - (await owner.user()).tokenCount);
    groupId = await started(2);
    await expectBalance(owner, 15);
    const [inBank] = await owner.photos('bank');
    await place(owner, inBank!._id);
    expect((await own())[0]).toMatchObject({ groupId, isCurrentProfile: false, hasConfirmed: true });
    await expectBalance(owner, 25);
    groupId = await started(3);
    const { refundTokens } = await owner.expect(assessmentsRoutes.calculateRefund, {
      body: { userId: owner.userId },
    });
    expect(refundTokens).toBe(15);
    const params = { photoId: inBank!._id };
    expect(await owner.expect(photosRoutes.deactivate, { params })).toMatchObject({ refundTokens: 15 });
    await expectBalance(owner, 25);
    const query = { currentProfile: 'true' };
    const current = await owner.expect(routes.listOwnGroups, { params: { userId: owner.userId }, query });
    expect(current.groups.length).toBeGreaterThan(0);
    expect(current.groups.every((group) => group.isCurrentProfile && group.photos.length === 1)).toBe(true);
  });

  it('has it ended with the last planner photo, and nothing is left of it once that is deleted', async () => {
    groupId = await started(2);
    const [last] = await owner.photos('profile');
    const answer = await owner.expect(photosRoutes.deletePhoto, { params: { photoId: last!._id } });
    expect(answer.refundTokens).toBe(10);
    const empty = { body: { userId: owner.userId } };
    const { refundTokens } = await owner.expect(assessmentSettingsRoutes.emptyProfileEndTesting, empty);
    expect(refundTokens).toBe(0);
    expect((await own()).every((group) => group.groupId !== groupId && group.photos.length > 0)).toBe(true);
    await expectBalance(owner, 25);
    await expectNothingHeld(support, owner);
  });
});
