import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { assessmentsRpc, identityEvents, profileAssessmentsRpc, type UserId } from '@candid/contracts';
import { Commands, inTransaction } from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AssessmentsFixture, newUserId, refusalOf } from '../assessments.fixture.spec.js';
import { assessorStreamId } from '../assessor-quality/assessor.js';
import { ChangeStanding, recordAppeal } from '../assessor-quality/standings.js';
import { forgetLinksOf, replaceLinkedGroups } from '../linked-accounts/find-linked-accounts.js';
import type { LinkedGroup } from '../linked-accounts/linked-accounts.js';
import { recordSubmissions } from '../linked-accounts/submission-habits.js';
import { recordLeaving } from '../participants/participants.rows.js';
import { ProfilesFixture } from '../profile-assessment/profiles.fixture.spec.js';
import { EndOnDeletion } from './follow-owner.js';

const { AccountDeleted, AssessorApproved, UserRegistered } = identityEvents;
const eraseAt = new Date().toISOString();

describe('a deleted account', () => {
  let assessments: AssessmentsFixture;
  let profiles: ProfilesFixture;
  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    profiles = await ProfilesFixture.start(assessments);
  });
  afterAll(async () => {
    await profiles.stop();
    await assessments.stop();
  });

  async function leave(userId: UserId): Promise<void> {
    const event = await assessments.publish(AccountDeleted, { userId, eraseAt });
    await assessments.settled('end-assessments-on-account-deleted', event);
    await assessments.deliver(AccountDeleted, event);
    const again = await assessments.publish(AccountDeleted, { userId, eraseAt });
    await assessments.settled('end-assessments-on-account-deleted', again);
  }
  const record = (assessorId: UserId, ownerId: UserId) => {
    const acceptedAt = assessments.clock().toISOString();
    const data = { submissionId: randomUUID(), assessorId, ownerId, rewardTokens: 10, acceptedAt };
    const from = { ip: undefined, networkKey: 'key' };
    return recordSubmissions(assessments.session, [{ type: 'RatingsAccepted', data }], from);
  };
  async function pause(assessorId: UserId): Promise<void> {
    const streamId = assessorStreamId(assessorId);
    const data = {
      assessorId,
      signal: 'hurried',
      spoiledSubmissionIds: [],
      pausedAt: assessments.clock().toISOString(),
    };
    const expectedVersion = (await assessments.eventsOf(streamId)).length;
    const streams = [{ streamId, expectedVersion, events: [{ type: 'AssessorPaused', data }] }];
    await assessments.store.append({ streams, metadata: { correlationId: randomUUID() } });
  }
  /** Sends the write while the deletion is under way. Returns the result or the error of the write. */
  async function whileLeaving(userId: UserId, write: () => Promise<unknown>): Promise<unknown> {
    let writing: Promise<unknown> | undefined;
    await inTransaction(assessments.store.pool, async (session) => {
      await recordLeaving(session, userId);
      writing = write().catch((error: unknown) => error);
      await sleep(200);
    });
    return writing;
  }
  const recordedWith = (userId: UserId) =>
    assessments.session.query('select from recent_submission where assessor_id = $1 or owner_id = $1', [userId]);
  const exported = (userId: UserId, side: 'received' | 'given', cursor?: string) =>
    assessments.rpc.call(
      assessmentsRpc.exportRatings,
      { userId, side, limit: 2, ...(cursor && { cursor }) },
      assessments.context(userId),
    );
  const ended = async (photoAssessmentId: string) =>
    (await assessments.eventsOf(`photo-assessment-${photoAssessmentId}`)).filter(
      ({ type }) => type === 'AssessedPhotoEnded',
    );

  it('ends what runs with its refund, once, and leaves the feed', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const photoAssessment = await assessments.startedAssessment(ownerId, 2);
    const [assessor, other] = await assessments.assessors(2);
    await assessments.submit(photoAssessment, assessor!);
    await leave(ownerId);
    expect((await ended(photoAssessment.photoAssessmentId)).map(({ data }) => data.refundTokens)).toEqual([15, 15]);
    expect((await assessments.feed(other!)).entries.filter(({ userId }) => userId === ownerId)).toEqual([]);
    expect((await exported(ownerId, 'received')).ratings).toEqual([]);
  });

  it('reads what its owner has done as often for many photos as for few', async () => {
    const readsOf = async (photoCount: number) => {
      const { ownerId } = await assessments.onboardedOwner();
      const photoAssessments = [];
      for (let count = 0; count < photoCount; count++)
        photoAssessments.push(await assessments.startedAssessment(ownerId, 1));
      const reads = jest.spyOn(assessments.store, 'loadWithin');
      const leaving = new EndOnDeletion(new Commands(assessments.store), assessments.clock);
      const metadata = { correlationId: randomUUID() };
      await inTransaction(assessments.store.pool, (session) => leaving.ofAccount(ownerId, metadata, session));
      for (const { photoAssessmentId } of photoAssessments)
        expect(await ended(photoAssessmentId)).toMatchObject([{ data: { refundTokens: 20 } }]);
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
    const photoAssessment = await assessments.startedAssessment();
    const [assessor, other] = await assessments.assessors(2);
    await assessments.submit(photoAssessment, assessor!);
    await assessments.submit(photoAssessment, other!);
    const profileAssessment: LinkedGroup = { kind: 'mutual', members: [assessor!, other!], reasons: [] };
    await inTransaction(assessments.store.pool, (session) =>
      replaceLinkedGroups(session, [profileAssessment], assessments.clock()),
    );
    await leave(assessor!);
    const assessors = await assessments.session.query('select assessor_id from recent_submission where owner_id = $1', [
      photoAssessment.ownerId,
    ]);
    expect(assessors).toEqual([{ assessor_id: other }]);
    expect(await assessments.session.query('select from linked_group')).toEqual([]);
    await leave(photoAssessment.ownerId);
    const rows = 'select from recent_submission where owner_id = $1';
    expect(await assessments.session.query(rows, [photoAssessment.ownerId])).toEqual([]);
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

  it('gets no block, hide or appeal that is written while it leaves', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const { ownerId, photoIds } = photoAssessment;
    const [assessor, blocked, blocking] = (await assessments.assessors(3)) as [UserId, UserId, UserId];
    await assessments.submit(photoAssessment, assessor);
    await assessments.registered(ownerId);
    const [rating] = await assessments.ratingsOf(ownerId, photoIds[0]!);
    for (const userId of [blocked, blocking]) await assessments.open(userId, ownerId);
    const standing = new ChangeStanding(new Commands(assessments.store), assessments.clock);
    const metadata = { correlationId: randomUUID() };
    await pause(assessor);
    const writesOf: [UserId, () => Promise<unknown>, string][] = [
      [blocked, () => assessments.block(blocked, ownerId), 'FORBIDDEN'],
      [assessor, () => standing.run({ type: 'Appeal', assessorId: assessor }, { metadata }, 'It is me.'), 'FORBIDDEN'],
      [ownerId, () => assessments.hideFrom(ownerId, rating!.ratingId), 'FORBIDDEN'],
      [ownerId, () => assessments.block(blocking, ownerId), 'NOT_FOUND'],
    ];
    for (const [leaving, write, code] of writesOf) expect(await whileLeaving(leaving, write)).toMatchObject({ code });
  });

  it('takes the words of an appeal along', async () => {
    const [assessor] = await assessments.assessors(1);
    const words = 'select text from assessor_appeal where assessor_id = $1';
    await recordAppeal(assessments.session, assessor!, 'It is me.');
    expect(await assessments.session.query(words, [assessor])).toEqual([{ text: 'It is me.' }]);
    await leave(assessor!);
    expect(await assessments.session.query(words, [assessor])).toEqual([]);
  });

  it('ends a profile assessment with its refund, once, and forgets what was said in it', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const { profileAssessmentId } = await profiles.request(ownerId, firstAssessment.photoIds.slice(0, 1), {
      assessorsCount: 3,
    });
    const [assessor, other] = await assessments.assessors(2);
    await profiles.evaluate(profileAssessmentId, ownerId, assessor!);
    await leave(ownerId);
    const history = await assessments.eventsOf(`profile-assessment-${profileAssessmentId}`);
    const endings = history.filter(({ type }) => type === 'ProfileRoundEnded');
    expect(endings.map(({ data }) => [data.reason, data.refundTokens])).toEqual([['account-deleted', 10]]);
    expect(await profiles.open(other!)).not.toContain(profileAssessmentId);
    await eventually(async () => expect(await profiles.own(ownerId)).toEqual([]));
  });

  it('ends a first assessment as well, and gives up a start that waits', async () => {
    const [first, waiting] = [await assessments.startedAssessment(), await assessments.openedAssessment()];
    await leave(first.ownerId);
    await leave(waiting.ownerId);
    const refunds = (await ended(first.photoAssessmentId)).map(({ data }) => data.refundTokens);
    expect(refunds).toEqual([20, 20]);
    const types = (await assessments.eventsOf(`photo-assessment-${waiting.photoAssessmentId}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'StartAbandoned')).toHaveLength(1);
    const confirm = { userId: waiting.ownerId, photoAssessmentId: waiting.photoAssessmentId };
    await refusalOf(assessments.rpc.call(assessmentsRpc.confirmStart, confirm, assessments.context(waiting.ownerId)));
  });

  it('keeps the ratings the person gave counted, and names the person to nobody', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const [assessor] = await assessments.assessors(1, 'GB');
    await assessments.submit(photoAssessment, assessor!);
    await leave(assessor!);
    const [scores] = await assessments.scoresOf([photoAssessment.photoIds[0]!]);
    expect(scores).toMatchObject({ timesRated: 1, testTimesRated: 1 });
    const { ratings } = await exported(photoAssessment.ownerId, 'received');
    expect(JSON.stringify(ratings)).not.toContain(assessor);
    expect(await refusalOf(assessments.feed(assessor!))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('does not come back with news of before', async () => {
    const userId = newUserId();
    await leave(userId);
    const approved = await assessments.publish(AssessorApproved, { userId, passkeyName: 'beta' });
    const registered = await assessments.publish(UserRegistered, { userId, country: 'GB' });
    await assessments.settled('allow-assessor-on-assessor-approved', approved);
    await assessments.settled('record-country-on-user-registered', registered);
    expect(await refusalOf(assessments.feed(userId))).toMatchObject({ code: 'FORBIDDEN' });
    const rows = await assessments.session.query('select country from participant where user_id = $1', [userId]);
    expect(rows).toEqual([{ country: null }]);
  });

  it('ends a profile assessment, which was exported before on both sides, and never who rated', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const { profileAssessmentId } = await profiles.request(ownerId, [firstAssessment.photoIds[0]!], {
      assessorsCount: 3,
    });
    const assessors = await assessments.assessors(2);
    for (const assessorId of assessors) await profiles.evaluate(profileAssessmentId, ownerId, assessorId);
    const { exportProfileAssessments, exportProfileRatings } = profileAssessmentsRpc;
    const own = await assessments.rpc.call(
      exportProfileAssessments,
      { userId: ownerId, limit: 1 },
      assessments.context(ownerId),
    );
    expect(own).toMatchObject({
      profileAssessments: [{ profileAssessmentId, testLimit: 3, testTimesRated: 2 }],
      nextCursor: null,
    });
    const ratings = (userId: UserId, side: 'received' | 'given', cursor?: string) =>
      assessments.rpc.call(
        exportProfileRatings,
        { userId, side, limit: 1, ...(cursor && { cursor }) },
        assessments.context(userId),
      );
    const first = await ratings(ownerId, 'received');
    const second = await ratings(ownerId, 'received', first.nextCursor!);
    expect(second).toMatchObject({ ratings: [{ profileAssessmentId }], nextCursor: null });
    const received = [...first.ratings, ...second.ratings];
    expect(new Set(received.map(({ ratedAt }) => ratedAt)).size).toBe(2);
    expect(JSON.stringify(received)).not.toContain(assessors[0]);
    const given = await ratings(assessors[0]!, 'given');
    expect(given.ratings).toEqual([first.ratings[0]]);
    expect(JSON.stringify(given)).not.toContain(ownerId);
    await leave(ownerId);
    const events = await assessments.eventsOf(`profile-assessment-${profileAssessmentId}`);
    expect(events.filter(({ type }) => type === 'ProfileRoundEnded').map(({ data }) => data.refundTokens)).toEqual([5]);
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
    const [assessor] = await assessments.assessors(1);
    const next = await assessments.startedAssessment(ownerId, 1);
    await assessments.submit(next, assessor!);
    const { ratings } = await exported(assessor!, 'given');
    expect(ratings).toMatchObject([
      { photoId: next.photoIds[0], photoAssessmentId: next.photoAssessmentId, score: 14 },
    ]);
    expect(JSON.stringify(ratings)).not.toContain(ownerId);
    const foreign = assessments.rpc.call(
      assessmentsRpc.exportRatings,
      { userId: ownerId, side: 'received', limit: 2 },
      assessments.context(assessor!),
    );
    expect(await refusalOf(foreign)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusalOf(exported(ownerId, 'received', 'x'))).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
