import { randomUUID } from 'node:crypto';
import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
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
const request = async (evaluatorsCount: number, idempotencyKey: string) =>
  owner.call(routes.requestGroup, { body: await profileRequest(owner, evaluatorsCount), idempotencyKey });
const started = async (evaluatorsCount: number): Promise<string> => {
  const body = await profileRequest(owner, evaluatorsCount);
  return (await owner.expect(routes.requestGroup, { body })).groupId;
};
const end = (idempotencyKey: string = randomUUID()) =>
  owner.call(routes.endGroup, { params: { groupId }, body: { userId: owner.userId }, idempotencyKey });
const own = async () => {
  const { groups } = await owner.expect(routes.listOwnGroups, { params: { userId: owner.userId } });
  return groups;
};
/** The owner's profile assessments in the assessor's feed. */
const offered = async (assessor: Person) => {
  const query = { excludeUserId: assessor.userId };
  const { groups } = await assessor.expect(routes.listOpenGroups, { query });
  return groups.filter(({ userId }) => userId === owner.userId);
};
const submit = (assessor: Person, body: unknown, idempotencyKey: string = randomUUID()) =>
  assessor.call(routes.submitGeneralRating, { body, idempotencyKey });
beforeAll(async () => {
  ({ system, leave } = await joinSystem());
  support = await supportAgent(system, 'support-of-evaluation-groups@people.example');
  assessors = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system)));
  owner = await onboardedOwner(system, assessors);
});
afterAll(async () => leave?.());

describe('a profile assessment', () => {
  it('is requested once for a repeat under its key, for five tokens an assessor', async () => {
    await grant(30);
    const key = randomUUID();
    const first = await request(3, key);
    expect(first).toMatchObject({ status: 201, body: { estimatedTime: 45, newTokenCount: 15 } });
    expect(await request(3, key)).toEqual(first);
    expect(await request(2, key)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    groupId = (first.body as { groupId: string }).groupId;
    await expectBalance(owner, 15);
    await expectBalancedBooks(support);
  });

  it('is opened with pictures and a place, and pays an assessor once for equal submissions at the same time', async () => {
    const assessor = assessors[0]!;
    expect(await offered(assessor)).toMatchObject([{ groupId, photos: [{ path: '' }] }]);
    const before = (await assessor.user()).tokenCount;
    const { group } = await assessor.expect(routes.getGroup, { params: { groupId } });
    expect((await fetch(new URL(group.photos[0]!.path, system.baseUrl))).status).toBe(200);
    expect(group.photos[0]).not.toHaveProperty('totalScore');
    const body = await evaluationFor(assessor, groupId, 12, 2);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(assessor, body, key)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: { tokensEarned: 10 } });
    await expectBalance(assessor, before + 10);
    expect(await offered(assessor)).toEqual([]);
  });

  it('tells its owner, who reads the comments without names', async () => {
    await eventually(async () => expect((await owner.user()).generalNotifNumber).toBe(1));
    const [group] = await own();
    expect(group).toMatchObject({ testLimit: 3, testTimesRated: 1, limitReached: false, isCurrentProfile: true });
    expect(group!.comments).toHaveLength(2);
    const { ratings } = await owner.expect(routes.getGeneralRatings, { params: { userId: owner.userId } });
    expect(ratings.map(({ score }) => score)).toEqual([12]);
    expect(JSON.stringify([group, ratings])).not.toContain(assessors[0]!.userId);
    const range = await owner.expect(routes.getProfileConfidenceRange, { params: { groupId } });
    expect(range.confidenceRange).toHaveLength(2);
  });

  it('ends with a refund for who did not come, once, whatever arrives at the same time', async () => {
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
    await expectBalance(owner, 15 + left);
    await expectNothingHeld(support, owner);
  });

  it('ends with a refund when the profile changes', async () => {
    // The balance here depends on the order in which the previous round's calls were handled.
    const missing = 25 - (await owner.user()).tokenCount;
    if (missing > 0) await grant(missing);
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

  it('ends with the last planner photo, and nothing is left of it once that is deleted', async () => {
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
