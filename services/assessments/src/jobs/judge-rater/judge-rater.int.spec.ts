import { ratersRpc, type UserId } from '@candid/contracts';
import { addWorkItem } from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, refusalOf } from '../../assessments.fixture.spec.js';

describe('raters judged by the worker', () => {
  let assessments: AssessmentsFixture;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    await assessments.startWorker();
  });
  afterAll(() => assessments.stop());

  const rate = async (raterId: UserId, seconds: number, scores: [number, number] = [7, 12]) => {
    const test = await assessments.startedTest();
    await assessments.open(raterId, test.ownerId);
    assessments.passTime(seconds * 1000);
    const ratings = test.photoIds.flatMap((photoId, index) => assessments.ratingsFor([photoId], scores[index]!));
    await assessments.rate(test.ownerId, raterId, ratings);
    return test;
  };
  const behaviourOf = (raterId: UserId) =>
    assessments.session.query<{ seconds: number; scores: number[] }>(
      'select seconds, photos, scores from rater_submission where rater_id = $1 order by accepted_at',
      [raterId],
    );
  const standingOf = async (raterId: UserId) => {
    const [row] = await assessments.session.query<{ standing: string; signal: string }>(
      'select standing, signal from rater_standing where rater_id = $1',
      [raterId],
    );
    return row;
  };
  const judged = (raterId: UserId) =>
    eventually(async () => {
      const open = await assessments.session.query(
        `select id from work_items where queue = 'judge-rater' and payload->>'raterId' = $1 and completed_at is null`,
        [raterId],
      );
      const [row] = await assessments.session.query(
        `select from rater_judgement j where rater_id = $1 and judged_up_to >=
           (select max(accepted_at) from rater_submission s where s.rater_id = j.rater_id)`,
        [raterId],
      );
      expect([open, row]).toEqual([[], {}]);
    });

  async function refusedEverywhere(raterId: UserId) {
    const test = await assessments.startedTest();
    const notice = expect.stringContaining('Your assessing is paused. Your ratings come so fast');
    expect(await assessments.feed(raterId)).toEqual({ entries: [], nextCursor: null, notice });
    const refusal = { code: 'ASSESSOR_PAUSED', message: notice };
    expect(await refusalOf(assessments.open(raterId, test.ownerId))).toMatchObject(refusal);
    expect(await refusalOf(assessments.submit(test, raterId))).toMatchObject(refusal);
  }

  async function reinstatedAfterAppeal(raterId: UserId) {
    const { rpc } = assessments;
    const own = () => rpc.call(ratersRpc.getRaterStanding, { userId: raterId }, assessments.context(raterId));
    expect(await own()).toMatchObject({ standing: 'paused', canAppeal: true });
    const appeal = { userId: raterId, text: 'I looked.' };
    const keyed = { idempotency: { key: 'an appeal', fingerprint: '' } };
    for (let time = 0; time < 2; time += 1) {
      const appealed = await rpc.call(ratersRpc.appealRaterStanding, appeal, assessments.context(raterId, keyed));
      expect(appealed).toMatchObject({ standing: 'paused', canAppeal: false, appealedAt: expect.any(String) });
    }
    expect(await own()).toMatchObject({ signal: 'hurried', appeal: 'I looked.' });
    const support = { roles: ['user', 'support'] } as const;
    const context = () => assessments.context(newUserId(), { roles: [...support.roles] });
    const { raters } = await rpc.call(ratersRpc.listRaters, { limit: 10 }, context());
    expect(raters).toEqual([expect.objectContaining({ userId: raterId, standing: 'paused', appeal: 'I looked.' })]);
    const reinstate = { userId: raterId, reason: 'looked into' };
    const refused = rpc.call(ratersRpc.reinstateRater, reinstate, assessments.context(raterId));
    expect(await refusalOf(refused)).toMatchObject({ code: 'FORBIDDEN' });
    await rpc.call(ratersRpc.reinstateRater, reinstate, context());
    expect(await own()).toMatchObject({ standing: 'good', reason: null, appealedAt: null });
    const entered = await assessments.store.pool.query(
      `select a.reason, e.type from support_acts a join events e on e.xmin = a.xmin where $1 = any(a.targets)`,
      [raterId],
    );
    expect(entered.rows).toEqual([{ reason: 'looked into', type: 'RaterReinstated' }]);
    await rate(raterId, 1);
    await judged(raterId);
    expect(await own()).toMatchObject({ standing: 'good' });
  }

  it('spend the time from the slot to the submission on a test', async () => {
    const [rita, rob] = await assessments.assessors(2);
    await rate(rita!, 50);
    const test = await assessments.startedTest();
    await assessments.submit(test, rob!);
    await eventually(async () => {
      const seconds = (await behaviourOf(rita!)).map((row) => Math.abs(Number(row.seconds) - 50));
      expect(seconds).toEqual([expect.any(Number)]);
      expect(seconds[0]).toBeLessThan(5);
      expect(await behaviourOf(rob!)).toMatchObject([{ seconds: 0, photos: 2, scores: [14, 14] }]);
    });
  });

  it('are warned of hurry, once, and paused when it goes on; who takes time is not', async () => {
    const [quick, calm] = await assessments.assessors(2);
    for (let turn = 0; turn < 10; turn += 1) await rate(quick!, 1, [turn + 1, 12]);
    await judged(quick!);
    await eventually(async () => expect(await standingOf(quick!)).toEqual({ standing: 'warned', signal: 'hurried' }));
    for (let turn = 0; turn < 10; turn += 1) await rate(quick!, 1, [turn + 1, 12]);
    await eventually(async () => expect(await standingOf(quick!)).toEqual({ standing: 'paused', signal: 'hurried' }));
    for (let turn = 0; turn < 12; turn += 1) await rate(calm!, 30, [turn + 1, 12]);
    await judged(calm!);
    expect(await standingOf(calm!)).toBeUndefined();
    const spoiled = await assessments.session.query<{ submission_id: string }>(
      'select submission_id from spoiled_submission where rater_id = $1',
      [quick],
    );
    expect(spoiled).toHaveLength(10);
    const again = { raterId: quick, upTo: assessments.clock().toISOString() };
    await addWorkItem(assessments.session, { id: 'judge-rater-again', queue: 'judge-rater', payload: again });
    for (const { submission_id: submissionId } of spoiled) {
      const [{ test_id: testId }] = (await assessments.session.query(
        'select test_id from rater_submission where submission_id = $1',
        [submissionId],
      )) as { test_id: string }[] as [{ test_id: string }];
      const payload = { submissionId, testId };
      const item = { id: `replace-ratings-again-${submissionId}`, queue: 'replace-ratings', payload };
      await addWorkItem(assessments.session, item);
    }
    await eventually(async () => {
      const open = 'select from work_items where completed_at is null';
      expect(await assessments.session.query(open)).toEqual([]);
    });
    await judged(quick!);
    const types = (await assessments.eventsOf(`rater-${quick}`)).map(({ type }) => type);
    expect(types).toEqual(['RaterWarned', 'RaterPaused']);
    // Each of twenty photos takes one assessor more, once; their fair scores have forgotten the ratings.
    const events = await assessments.session.query<{ limit: string }>(
      `select data->>'testLimit' as limit from events where type = 'SpoiledRatingReplaced'`,
    );
    expect(events).toEqual(Array(20).fill({ limit: '5' }));
    const evidence = await assessments.session.query<{ count: number }>(
      `select count(*)::int as count from rating_evidence where rater_id = $1`,
      [quick],
    );
    expect(evidence).toEqual([{ count: 20 }]);
    await refusedEverywhere(quick!);
    await reinstatedAfterAppeal(quick!);
  }, 60_000);

  it('are warned of tests that they open and leave, though not of those that their owners ended', async () => {
    const [skipper, unlucky] = await assessments.assessors(2);
    for (let turn = 0; turn < 7; turn += 1) {
      const test = await assessments.startedTest();
      await assessments.open(skipper!, test.ownerId);
      const { ownerId } = await assessments.onboardedOwner();
      const later = await assessments.startedTest(ownerId, 1);
      await assessments.open(unlucky!, ownerId);
      await assessments.end(ownerId, later.photoIds[0]!);
      assessments.passTime(16 * 60_000);
    }
    await eventually(async () =>
      expect(await standingOf(skipper!)).toEqual({ standing: 'warned', signal: 'skipping' }),
    );
    await rate(unlucky!, 60);
    await judged(unlucky!);
    expect(await standingOf(unlucky!)).toBeUndefined();
  }, 60_000);
});
