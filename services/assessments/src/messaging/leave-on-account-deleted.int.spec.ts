import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { assessmentsRpc, evaluationGroupsRpc, identityEvents, type UserId } from '@candid/contracts';
import { Commands, inTransaction } from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AssessmentsFixture, newUserId, refusalOf } from '../assessments.fixture.spec.js';
import { recordAppeal } from '../assessor-quality/rater-appeals.rows.js';
import type { LinkedGroup } from '../linked-accounts/domain/linked-accounts.js';
import { forgetLinksOf, replaceLinkedGroups } from '../linked-accounts/linked-accounts.rows.js';
import { recordSubmissions } from '../linked-accounts/recent-submissions.rows.js';
import { Leave } from '../owner/leave.js';
import { recordLeaving } from '../participants/participants.rows.js';
import { GroupsFixture } from '../profile-assessment/groups.fixture.spec.js';

const { AccountDeleted, AssessorApproved, UserRegistered } = identityEvents;
const eraseAt = new Date().toISOString();

describe('a deleted account', () => {
  let assessments: AssessmentsFixture;
  let groups: GroupsFixture;
  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    groups = await GroupsFixture.start(assessments);
  });
  afterAll(async () => {
    await groups.stop();
    await assessments.stop();
  });

  async function leave(userId: UserId): Promise<void> {
    const event = await assessments.publish(AccountDeleted, { userId, eraseAt });
    await assessments.settled('leave-on-account-deleted', event);
    await assessments.deliver(AccountDeleted, event);
    const again = await assessments.publish(AccountDeleted, { userId, eraseAt });
    await assessments.settled('leave-on-account-deleted', again);
  }
  const record = (raterId: UserId, ownerId: UserId) => {
    const acceptedAt = assessments.clock().toISOString();
    const data = { submissionId: randomUUID(), raterId, ownerId, rewardTokens: 10, acceptedAt };
    const from = { ip: undefined, networkKey: 'key' };
    return recordSubmissions(assessments.session, [{ type: 'RatingsAccepted', data }], from);
  };
  const recordedWith = (userId: UserId) =>
    assessments.session.query('select from recent_submission where rater_id = $1 or owner_id = $1', [userId]);
  const exported = (userId: UserId, side: 'received' | 'given', cursor?: string) =>
    assessments.rpc.call(
      assessmentsRpc.exportRatings,
      { userId, side, limit: 2, ...(cursor && { cursor }) },
      assessments.context(userId),
    );
  const ended = async (testId: string) =>
    (await assessments.eventsOf(`test-${testId}`)).filter(({ type }) => type === 'AssessmentEnded');

  it('ends what runs with its refund, once, and leaves the feed', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const test = await assessments.startedTest(ownerId, 2);
    const [rater, other] = await assessments.assessors(2);
    await assessments.submit(test, rater!);
    await leave(ownerId);
    expect((await ended(test.testId)).map(({ data }) => data.refundTokens)).toEqual([15, 15]);
    expect((await assessments.feed(other!)).entries.filter(({ userId }) => userId === ownerId)).toEqual([]);
    expect((await exported(ownerId, 'received')).ratings).toEqual([]);
  });

  it('reads what its owner has done as often for many photos as for few', async () => {
    const readsOf = async (photoCount: number) => {
      const { ownerId } = await assessments.onboardedOwner();
      const tests = [];
      for (let count = 0; count < photoCount; count++) tests.push(await assessments.startedTest(ownerId, 1));
      const reads = jest.spyOn(assessments.store, 'loadWithin');
      const leaving = new Leave(new Commands(assessments.store), assessments.clock);
      const metadata = { correlationId: randomUUID() };
      await inTransaction(assessments.store.pool, (session) => leaving.run(ownerId, metadata, session));
      for (const { testId } of tests) expect(await ended(testId)).toMatchObject([{ data: { refundTokens: 20 } }]);
      const forgotten = (await assessments.eventsOf(`owner-${ownerId}`)).filter(
        ({ type }) => type === 'PhotoForgotten',
      );
      expect(forgotten).toHaveLength(photoCount + 2);
      const ownerReads = reads.mock.calls.filter(([, streamId]) => streamId === `owner-${ownerId}`).length;
      reads.mockRestore();
      return ownerReads;
    };
    expect([await readsOf(1), await readsOf(6)]).toEqual([1, 1]);
  });

  it('takes along whom they rated from where, and what links them to others', async () => {
    const test = await assessments.startedTest();
    const [rater, other] = await assessments.assessors(2);
    await assessments.submit(test, rater!);
    await assessments.submit(test, other!);
    const group: LinkedGroup = { kind: 'mutual', members: [rater!, other!], reasons: [] };
    await inTransaction(assessments.store.pool, (session) =>
      replaceLinkedGroups(session, [group], assessments.clock()),
    );
    await leave(rater!);
    const raters = await assessments.session.query('select rater_id from recent_submission where owner_id = $1', [
      test.ownerId,
    ]);
    expect(raters).toEqual([{ rater_id: other }]);
    expect(await assessments.session.query('select from linked_group')).toEqual([]);
    await leave(test.ownerId);
    const rows = 'select from recent_submission where owner_id = $1';
    expect(await assessments.session.query(rows, [test.ownerId])).toEqual([]);
  });

  it('gets no such links afterwards, from a search or a submission that began before', async () => {
    const [gone, one, other] = (await assessments.assessors(3)) as [UserId, UserId, UserId];
    await leave(gone);
    const found = [
      [gone, one],
      [gone, one, other],
    ].map((members): LinkedGroup => ({ kind: 'mutual', members, reasons: [] }));
    await inTransaction(assessments.store.pool, (session) => replaceLinkedGroups(session, found, assessments.clock()));
    const linked = await assessments.session.query<{ user_id: string }>('select user_id from linked_account');
    expect(linked.map(({ user_id }) => user_id).toSorted()).toEqual([one, other].toSorted());
    await record(gone, one);
    await record(one, gone);
    await record(one, other);
    expect(await recordedWith(gone)).toEqual([]);
    expect(await recordedWith(other)).toHaveLength(1);
  });

  it('gets none from a submission that is recorded while it leaves', async () => {
    const [leaving, other] = (await assessments.assessors(2)) as [UserId, UserId];
    let recording: Promise<void> | undefined;
    await inTransaction(assessments.store.pool, async (session) => {
      await recordLeaving(session, leaving);
      await forgetLinksOf(session, leaving);
      recording = record(leaving, other);
      await sleep(200);
    });
    await recording;
    expect(await recordedWith(leaving)).toEqual([]);
  });

  it('takes the words of an appeal along', async () => {
    const [rater] = await assessments.assessors(1);
    const words = 'select text from rater_appeal where rater_id = $1';
    await recordAppeal(assessments.session, rater!, 'It is me.');
    expect(await assessments.session.query(words, [rater])).toEqual([{ text: 'It is me.' }]);
    await leave(rater!);
    expect(await assessments.session.query(words, [rater])).toEqual([]);
  });

  it('ends a profile assessment with its refund, once, and forgets what was said in it', async () => {
    const { ownerId, firstTest } = await assessments.onboardedOwner();
    const { groupId } = await groups.request(ownerId, firstTest.photoIds.slice(0, 1), { evaluatorsCount: 3 });
    const [rater, other] = await assessments.assessors(2);
    await groups.evaluate(groupId, ownerId, rater!);
    await leave(ownerId);
    const history = await assessments.eventsOf(`group-${groupId}`);
    const endings = history.filter(({ type }) => type === 'GroupEnded');
    expect(endings.map(({ data }) => [data.reason, data.refundTokens])).toEqual([['account-deleted', 10]]);
    expect(await groups.open(other!)).not.toContain(groupId);
    await eventually(async () => expect(await groups.own(ownerId)).toEqual([]));
  });

  it('ends a first assessment as well, and gives up a start that waits', async () => {
    const [first, waiting] = [await assessments.startedTest(), await assessments.openedTest()];
    await leave(first.ownerId);
    await leave(waiting.ownerId);
    const refunds = (await ended(first.testId)).map(({ data }) => data.refundTokens);
    expect(refunds).toEqual([20, 20]);
    const types = (await assessments.eventsOf(`test-${waiting.testId}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'StartAbandoned')).toHaveLength(1);
    const confirm = { userId: waiting.ownerId, testId: waiting.testId };
    await refusalOf(assessments.rpc.call(assessmentsRpc.confirmStart, confirm, assessments.context(waiting.ownerId)));
  });

  it('keeps the ratings the person gave counted, and names the person to nobody', async () => {
    const test = await assessments.startedTest();
    const [rater] = await assessments.assessors(1, 'GB');
    await assessments.submit(test, rater!);
    await leave(rater!);
    const [scores] = await assessments.assessmentsOf([test.photoIds[0]!]);
    expect(scores).toMatchObject({ timesRated: 1, testTimesRated: 1 });
    const { ratings } = await exported(test.ownerId, 'received');
    expect(JSON.stringify(ratings)).not.toContain(rater);
    expect(await refusalOf(assessments.feed(rater!))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('does not come back with news of before', async () => {
    const userId = newUserId();
    await leave(userId);
    const approved = await assessments.publish(AssessorApproved, { userId, passkeyName: 'beta' });
    const registered = await assessments.publish(UserRegistered, { userId, country: 'GB' });
    await assessments.settled('allow-on-assessor-approved', approved);
    await assessments.settled('locate-on-user-registered', registered);
    expect(await refusalOf(assessments.feed(userId))).toMatchObject({ code: 'FORBIDDEN' });
    const rows = await assessments.session.query('select country from participant where user_id = $1', [userId]);
    expect(rows).toEqual([{ country: null }]);
  });

  it('ends a profile assessment, which was exported before on both sides, and never who rated', async () => {
    const { ownerId, firstTest } = await assessments.onboardedOwner();
    const { groupId } = await groups.request(ownerId, [firstTest.photoIds[0]!], { evaluatorsCount: 3 });
    const raters = await assessments.assessors(2);
    for (const raterId of raters) await groups.evaluate(groupId, ownerId, raterId);
    const { exportGroups, exportGeneralRatings } = evaluationGroupsRpc;
    const own = await assessments.rpc.call(exportGroups, { userId: ownerId, limit: 1 }, assessments.context(ownerId));
    expect(own).toMatchObject({ groups: [{ groupId, testLimit: 3, testTimesRated: 2 }], nextCursor: null });
    const ratings = (userId: UserId, side: 'received' | 'given', cursor?: string) =>
      assessments.rpc.call(
        exportGeneralRatings,
        { userId, side, limit: 1, ...(cursor && { cursor }) },
        assessments.context(userId),
      );
    const first = await ratings(ownerId, 'received');
    const second = await ratings(ownerId, 'received', first.nextCursor!);
    expect(second).toMatchObject({ ratings: [{ groupId }], nextCursor: null });
    const received = [...first.ratings, ...second.ratings];
    expect(new Set(received.map(({ ratedAt }) => ratedAt)).size).toBe(2);
    expect(JSON.stringify(received)).not.toContain(raters[0]);
    const given = await ratings(raters[0]!, 'given');
    expect(given.ratings).toEqual([first.ratings[0]]);
    expect(JSON.stringify(given)).not.toContain(ownerId);
    await leave(ownerId);
    const events = await assessments.eventsOf(`group-${groupId}`);
    expect(events.filter(({ type }) => type === 'GroupEnded').map(({ data }) => data.refundTokens)).toEqual([5]);
    expect((await ratings(ownerId, 'received')).ratings).toEqual([]);
  });

  it('was exported page by page before, on both sides, and never who rated', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await exported(ownerId, 'received', cursor);
      expect(page.ratings.length).toBeLessThanOrEqual(2);
      seen.push(...page.ratings.map(({ photoId, ratedAt }) => `${ratedAt} ${photoId}`));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(8);
    expect(new Set(seen).size).toBe(8);
    const [rater] = await assessments.assessors(1);
    const next = await assessments.startedTest(ownerId, 1);
    await assessments.submit(next, rater!);
    const { ratings } = await exported(rater!, 'given');
    expect(ratings).toMatchObject([{ photoId: next.photoIds[0], testId: next.testId, score: 14 }]);
    expect(JSON.stringify(ratings)).not.toContain(ownerId);
    const foreign = assessments.rpc.call(
      assessmentsRpc.exportRatings,
      { userId: ownerId, side: 'received', limit: 2 },
      assessments.context(rater!),
    );
    expect(await refusalOf(foreign)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusalOf(exported(ownerId, 'received', 'x'))).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
