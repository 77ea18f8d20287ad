import { assessorStandingRpc, type UserId } from '@candid/contracts';
import { addWorkItem } from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, refusalOf } from '../assessments.fixture.spec.js';

describe('assessors judged by the worker', () => {
  let assessments: AssessmentsFixture;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    await assessments.startWorker();
  });
  afterAll(() => assessments.stop());

  const rate = async (assessorId: UserId, seconds: number, scores: [number, number] = [7, 12]) => {
    const photoAssessment = await assessments.startedAssessment();
    await assessments.open(assessorId, photoAssessment.ownerId);
    assessments.passTime(seconds * 1000);
    const ratings = photoAssessment.photoIds.flatMap((photoId, index) =>
      assessments.ratingsFor([photoId], scores[index]!),
    );
    await assessments.rate(photoAssessment.ownerId, assessorId, ratings);
    return photoAssessment;
  };
  const behaviourOf = (assessorId: UserId) =>
    assessments.session.query<{ seconds: number; scores: number[] }>(
      'select seconds, photos, scores from assessor_submission where assessor_id = $1 order by accepted_at',
      [assessorId],
    );
  const standingOf = async (assessorId: UserId) => {
    const [row] = await assessments.session.query<{ standing: string; signal: string }>(
      'select standing, signal from assessor_standing where assessor_id = $1',
      [assessorId],
    );
    return row;
  };
  const judged = (assessorId: UserId) =>
    eventually(async () => {
      const open = await assessments.session.query(
        `select id from work_items where queue = 'judge-assessor' and payload->>'assessorId' = $1 and completed_at is null`,
        [assessorId],
      );
      const [row] = await assessments.session.query(
        `select from assessor_judgement j where assessor_id = $1 and judged_up_to >=
           (select max(accepted_at) from assessor_submission s where s.assessor_id = j.assessor_id)`,
        [assessorId],
      );
      expect([open, row]).toEqual([[], {}]);
    });

  async function refusedEverywhere(assessorId: UserId) {
    const photoAssessment = await assessments.startedAssessment();
    const notice = expect.stringContaining('Your assessing is paused. Your ratings come so fast');
    expect(await assessments.feed(assessorId)).toEqual({ entries: [], nextCursor: null, notice });
    const refusal = { code: 'ASSESSOR_PAUSED', message: notice };
    expect(await refusalOf(assessments.open(assessorId, photoAssessment.ownerId))).toMatchObject(refusal);
    expect(await refusalOf(assessments.submit(photoAssessment, assessorId))).toMatchObject(refusal);
  }

  async function reinstatedAfterAppeal(assessorId: UserId) {
    const { rpc } = assessments;
    const own = () =>
      rpc.call(assessorStandingRpc.getAssessorStanding, { userId: assessorId }, assessments.context(assessorId));
    expect(await own()).toMatchObject({ standing: 'paused', canAppeal: true });
    const appeal = { userId: assessorId, text: 'I looked.' };
    const keyed = { idempotency: { key: 'an appeal', fingerprint: '' } };
    for (let time = 0; time < 2; time += 1) {
      const appealed = await rpc.call(
        assessorStandingRpc.appealAssessorStanding,
        appeal,
        assessments.context(assessorId, keyed),
      );
      expect(appealed).toMatchObject({ standing: 'paused', canAppeal: false, appealedAt: expect.any(String) });
    }
    expect(await own()).toMatchObject({ signal: 'hurried', appeal: 'I looked.' });
    const support = { roles: ['user', 'support'] } as const;
    const context = () => assessments.context(newUserId(), { roles: [...support.roles] });
    const { assessors } = await rpc.call(assessorStandingRpc.listJudgedAssessors, { limit: 10 }, context());
    expect(assessors).toEqual([
      expect.objectContaining({ userId: assessorId, standing: 'paused', appeal: 'I looked.' }),
    ]);
    const reinstate = { userId: assessorId, reason: 'looked into' };
    const refused = rpc.call(assessorStandingRpc.reinstateAssessor, reinstate, assessments.context(assessorId));
    expect(await refusalOf(refused)).toMatchObject({ code: 'FORBIDDEN' });
    await rpc.call(assessorStandingRpc.reinstateAssessor, reinstate, context());
    expect(await own()).toMatchObject({ standing: 'good', reason: null, appealedAt: null });
    const entered = await assessments.store.pool.query(
      `select a.reason, e.type from support_acts a join events e on e.xmin = a.xmin where $1 = any(a.targets)`,
      [assessorId],
    );
    expect(entered.rows).toEqual([{ reason: 'looked into', type: 'AssessorReinstated' }]);
    await rate(assessorId, 1);
    await judged(assessorId);
    expect(await own()).toMatchObject({ standing: 'good' });
  }

  it('spend the time from the slot to the submission on a photo assessment', async () => {
    const [rita, rob] = await assessments.assessors(2);
    await rate(rita!, 50);
    const photoAssessment = await assessments.startedAssessment();
    await assessments.submit(photoAssessment, rob!);
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
      'select submission_id from spoiled_submission where assessor_id = $1',
      [quick],
    );
    expect(spoiled).toHaveLength(10);
    const again = { assessorId: quick, upTo: assessments.clock().toISOString() };
    await addWorkItem(assessments.session, { id: 'judge-assessor-again', queue: 'judge-assessor', payload: again });
    for (const { submission_id: submissionId } of spoiled) {
      const [{ photo_assessment_id: photoAssessmentId }] = (await assessments.session.query(
        'select photo_assessment_id from assessor_submission where submission_id = $1',
        [submissionId],
      )) as { photo_assessment_id: string }[] as [{ photo_assessment_id: string }];
      const payload = { submissionId, photoAssessmentId };
      const item = { id: `replace-ratings-again-${submissionId}`, queue: 'replace-ratings', payload };
      await addWorkItem(assessments.session, item);
    }
    await eventually(async () => {
      const open = 'select from work_items where completed_at is null';
      expect(await assessments.session.query(open)).toEqual([]);
    });
    await judged(quick!);
    const types = (await assessments.eventsOf(`assessor-${quick}`)).map(({ type }) => type);
    expect(types).toEqual(['AssessorWarned', 'AssessorPaused']);
    // Each of the twenty photos gets exactly one more assessor. Its adjusted score no longer uses the spoiled rating.
    const events = await assessments.session.query<{ limit: string }>(
      `select data->>'testLimit' as limit from events where type = 'SpoiledRatingReplaced'`,
    );
    expect(events).toEqual(Array(20).fill({ limit: '5' }));
    const evidence = await assessments.session.query<{ count: number }>(
      `select count(*)::int as count from rating_evidence where assessor_id = $1`,
      [quick],
    );
    expect(evidence).toEqual([{ count: 20 }]);
    await refusedEverywhere(quick!);
    await reinstatedAfterAppeal(quick!);
  });

  it('are warned of photo assessments that they open and leave, though not of those that their owners ended', async () => {
    const [skipper, unlucky] = await assessments.assessors(2);
    for (let turn = 0; turn < 7; turn += 1) {
      const photoAssessment = await assessments.startedAssessment();
      await assessments.open(skipper!, photoAssessment.ownerId);
      const { ownerId } = await assessments.onboardedOwner();
      const later = await assessments.startedAssessment(ownerId, 1);
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
  });
});
