import { randomUUID } from 'node:crypto';
import { assessmentsEvents, assessmentsRpc, linkedAccountsRpc, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, refusalOf } from '../assessments.fixture.spec.js';
import { FindLinkedAccounts } from '../linked-accounts/find-linked-accounts.js';
import { seededRandom } from '../simulated-assessor.fixture.spec.js';

describe('a submission', () => {
  let assessments: AssessmentsFixture;
  const minutes = (count: number) => count * 60_000;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
  });
  afterAll(() => assessments.stop());

  const acceptedOf = async (photoAssessmentId: string) =>
    (await assessments.eventsOf(`photo-assessment-${photoAssessmentId}`)).filter(
      (event) => event.type === 'RatingsAccepted',
    );

  it('is one, however often its twenty parallel copies come under one key', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const [assessorId] = await assessments.assessors(1);
    await assessments.open(assessorId!, photoAssessment.ownerId);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => assessments.submit(photoAssessment, assessorId!, { key })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ tokensEarned: 20, isRewarded: true });
    expect(await acceptedOf(photoAssessment.photoAssessmentId)).toHaveLength(1);
    const [photo] = await assessments.scoresOf(photoAssessment.photoIds);
    expect(photo).toMatchObject({ timesRated: 1, testTimesRated: 1, totalScore: 14 });
  });

  it('is one without a key, too, by its content', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const [assessorId] = await assessments.assessors(1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => assessments.submit(photoAssessment, assessorId!)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ tokensEarned: 0, isRewarded: false });
    expect(await acceptedOf(photoAssessment.photoAssessmentId)).toHaveLength(1);
  });

  it('is refused with other content, and its key for another body', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const [assessorId] = await assessments.assessors(1);
    const key = randomUUID();
    await assessments.submit(photoAssessment, assessorId!, { key });
    expect(await refusalOf(assessments.submit(photoAssessment, assessorId!, { score: 3 }))).toMatchObject({
      code: 'ALREADY_RATED',
    });
    expect(await refusalOf(assessments.submit(photoAssessment, assessorId!, { score: 3, key }))).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('for the last place is taken from exactly one of two assessors', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const assessors = await assessments.assessors(5);
    for (const assessorId of assessors.slice(0, 3)) await assessments.submit(photoAssessment, assessorId);
    const outcomes = await Promise.allSettled(
      assessors.slice(3).map((assessorId) => assessments.submit(photoAssessment, assessorId)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ASSESSMENT_COMPLETE' },
    });
    expect(await acceptedOf(photoAssessment.photoAssessmentId)).toHaveLength(4);
  });

  it('is taken from all of forty assessors at once only up to the limit, and from nobody in vain', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const photoAssessment = await assessments.startedAssessment(ownerId, 2, { testLimit: 10 });
    const assessors = await assessments.assessors(40);
    const outcomes = await Promise.allSettled(
      assessors.map((assessorId) => assessments.submit(photoAssessment, assessorId)),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refusals).toEqual(Array.from({ length: 30 }, () => 'ASSESSMENT_COMPLETE'));
    expect(await acceptedOf(photoAssessment.photoAssessmentId)).toHaveLength(10);
  });

  it('holds its place for fifteen minutes, and no longer', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const assessors = await assessments.assessors(6);
    for (const assessorId of assessors.slice(0, 3)) await assessments.submit(photoAssessment, assessorId);
    const opened = await assessments.open(assessors[3]!, photoAssessment.ownerId);
    expect(opened).toMatchObject({
      photos: [
        { photoAssessmentId: photoAssessment.photoAssessmentId },
        { photoAssessmentId: photoAssessment.photoAssessmentId },
      ],
      benchmarkPhotoIds: [],
    });
    expect(Date.parse(opened.slotExpiresAt) - assessments.clock().getTime()).toBeGreaterThan(minutes(14));
    expect(opened.photos.map(({ photoId }) => photoId).toSorted()).toEqual(photoAssessment.photoIds.toSorted());
    expect(await refusalOf(assessments.open(assessors[4]!, photoAssessment.ownerId))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await refusalOf(assessments.submit(photoAssessment, assessors[4]!))).toMatchObject({
      code: 'ASSESSMENT_COMPLETE',
    });
    assessments.passTime(minutes(16));
    await assessments.open(assessors[4]!, photoAssessment.ownerId);
    expect(await refusalOf(assessments.submit(photoAssessment, assessors[3]!))).toMatchObject({
      code: 'ASSESSMENT_COMPLETE',
    });
    await assessments.submit(photoAssessment, assessors[4]!);
  });

  it('and the end of the assessment race: every place is either consumed or refunded', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const photoAssessment = await assessments.startedAssessment(ownerId, 1, { testLimit: 10 });
    const assessors = await assessments.assessors(10);
    const [ended, ...outcomes] = await Promise.allSettled([
      assessments.end(ownerId, photoAssessment.photoIds[0]!, { key: randomUUID() }),
      ...assessors.map((assessorId) => assessments.submit(photoAssessment, assessorId)),
    ]);
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(ended).toMatchObject({ value: { refundTokens: (10 - accepted) * 5 } });
    expect(await acceptedOf(photoAssessment.photoAssessmentId)).toHaveLength(accepted);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(new Set(refusals).size).toBeLessThanOrEqual(1);
    const [photo] = await assessments.scoresOf(photoAssessment.photoIds);
    expect(photo).toMatchObject({ testTimesRated: accepted, running: false });
  });

  it('is for approved assessors only, and never for the owner', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const stranger = (await assessments.startedAssessment()).ownerId;
    expect(await refusalOf(assessments.submit(photoAssessment, stranger))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusalOf(assessments.open(stranger, photoAssessment.ownerId))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusalOf(assessments.feed(stranger))).toMatchObject({ code: 'FORBIDDEN' });
    const [assessorId] = await assessments.assessors(1);
    const own = await assessments.startedAssessment(assessorId!);
    expect(await refusalOf(assessments.submit(own, assessorId!))).toMatchObject({ code: 'FORBIDDEN' });
    expect(
      await refusalOf(assessments.submit({ ...own, ownerId: photoAssessment.ownerId }, assessorId!)),
    ).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('names what is wrong with each photo and books nothing', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const [assessorId] = await assessments.assessors(1);
    const refusal = await refusalOf(assessments.submit(photoAssessment, assessorId!, { score: 10.5 }));
    expect(refusal).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'ratings[0].rating' }, { field: 'ratings[1].rating' }],
    });
    expect(await acceptedOf(photoAssessment.photoAssessmentId)).toHaveLength(0);
  });

  it('is told to the others in the contract’s words', async () => {
    const published = await assessments.published(assessmentsEvents.RatingsAccepted, 1);
    const { data } = published[0]!;
    expect(assessmentsEvents.RatingsAccepted.data.parse(data)).toEqual(data);
    const [started] = await assessments.published(assessmentsEvents.PhotoAssessmentStarted, 1);
    expect(started.data.assessments[0]).toMatchObject({ testLimit: 4, amountTokens: 20 });
    const [completed] = await assessments.published(assessmentsEvents.PhotoAssessmentCompleted, 1);
    expect(assessmentsEvents.PhotoAssessmentCompleted.data.parse(completed.data)).toMatchObject({
      isFirstAssessment: true,
    });
  });

  it('is refused before the minimum look time of its photos: nothing is booked, and the slot stays', async () => {
    await assessments.service.stop();
    // The minimum look time is far longer than the requests take on a busy machine.
    assessments.minLookMs = 60_000;
    await assessments.startService();
    const photoAssessment = await assessments.startedAssessment();
    const [assessorId] = await assessments.assessors(1);
    await assessments.open(assessorId!, photoAssessment.ownerId);
    const key = randomUUID();
    expect(await refusalOf(assessments.submit(photoAssessment, assessorId!, { key }))).toMatchObject({
      code: 'TOO_FAST',
      details: [{ field: 'retryAfterSeconds' }],
    });
    const events = await assessments.eventsOf(`photo-assessment-${photoAssessment.photoAssessmentId}`);
    expect(events.map(({ type }) => type)).toEqual(['StartOpened', 'PhotoAssessmentStarted', 'SlotReserved']);
    assessments.passTime(2 * assessments.minLookMs);
    expect(await assessments.submit(photoAssessment, assessorId!, { key })).toMatchObject({
      tokensEarned: 20,
      isRewarded: true,
    });
  });

  describe('and the search for linked accounts', () => {
    const DAY_MS = 24 * 3_600_000;
    const search = { everyMs: DAY_MS, submissionsMin: 10, shareMin: 0.5 };
    const people = (count: number) => Array.from({ length: count }, newUserId);
    const support = () => assessments.context(newUserId(), { roles: ['support'] });
    const listed = () => assessments.rpc.call(linkedAccountsRpc.listLinkedAccounts, { limit: 10 }, support());

    interface Planted {
      assessor: UserId;
      owner: UserId;
      network?: string;
      minute?: number;
    }
    const plant = (rows: readonly Planted[]) =>
      assessments.session.query(
        `insert into recent_submission (submission_id, assessor_id, owner_id, reward_tokens, network_hash, accepted_at)
         select gen_random_uuid(), assessor, owner, 20, network, $2::timestamptz - minute * interval '1 minute'
           from jsonb_to_recordset($1::jsonb) as r(assessor uuid, owner uuid, network text, minute int)`,
        [JSON.stringify(rows.map((row) => ({ minute: 60, ...row }))), assessments.clock().toISOString()],
      );
    /** Each assessor makes `submissions` submissions about others, chosen by a fixed seed. */
    const honest = (assessors: readonly UserId[], submissions: number): Planted[] => {
      const random = seededRandom(5);
      return assessors.flatMap((assessor) =>
        Array.from({ length: submissions }, () => {
          const others = assessors.filter((other) => other !== assessor);
          return { assessor, owner: others[Math.floor(random() * others.length)]! };
        }),
      );
    };
    const everyPair = (members: readonly UserId[], times: number): Planted[] =>
      members.flatMap((assessor) =>
        members
          .filter((owner) => owner !== assessor)
          .flatMap((owner) => Array.from({ length: times }, () => ({ assessor, owner }))),
      );

    beforeEach(() => assessments.session.query('delete from recent_submission'));

    it('keeps a keyed hash of the network, the same for a whole network', async () => {
      const photoAssessment = await assessments.startedAssessment();
      const assessors = await assessments.assessors(3);
      for (const [index, ip] of ['192.0.2.7', '192.0.2.200', '198.51.100.7'].entries()) {
        const request = {
          assessorId: assessors[index]!,
          ownerId: photoAssessment.ownerId,
          ratings: assessments.ratingsFor(photoAssessment.photoIds),
        };
        const context = assessments.context(assessors[index]!, { ip });
        await assessments.rpc.call(assessmentsRpc.submitRatings, request, context);
      }
      const rows = await assessments.session.query<{ assessor_id: string; owner_id: string; network_hash: string }>(
        'select assessor_id, owner_id, network_hash from recent_submission order by accepted_at',
      );
      expect(rows.map(({ assessor_id, owner_id }) => [assessor_id, owner_id])).toEqual(
        assessors.map((assessorId) => [assessorId, photoAssessment.ownerId]),
      );
      const [one, same, other] = rows.map(({ network_hash }) => network_hash);
      expect(one).toMatch(/^[\w-]{43}$/);
      expect(same).toBe(one);
      expect(other).not.toBe(one);
    });

    it('finds a ring of five among honest people, and no honest couple below the minimum', async () => {
      const [ring, others, couple] = [people(5), people(25), people(2)];
      const between = ring.map((assessor, index): Planted => ({ assessor, owner: others[index]! }));
      await plant([...honest(others, 20), ...everyPair(ring, 3), ...between, ...everyPair(couple, 4)]);
      const finding = new FindLinkedAccounts(assessments.store);
      expect(await finding.run(assessments.clock(), search)).toBe(1);
      expect(await finding.run(assessments.clock(), search)).toBeUndefined();
      const { groups } = await listed();
      expect(groups).toMatchObject([
        { kind: 'mutual', reasons: [{ reason: 'mutual-ratings', submissions: 60, share: 60 / 65 }] },
      ]);
      expect(groups[0]!.userIds).toEqual(ring.toSorted());
      const of = (userId: UserId) => assessments.rpc.call(linkedAccountsRpc.getLinkedAccounts, { userId }, support());
      expect((await of(ring[0]!)).groups).toEqual(groups);
      expect((await of(couple[0]!)).groups).toEqual([]);
      assessments.passTime(DAY_MS);
      await plant(everyPair([...ring, ...people(1)], 1));
      await finding.run(assessments.clock(), search);
      expect((await listed()).groups).toMatchObject([{ groupId: groups[0]!.groupId, since: groups[0]!.since }]);
      assessments.passTime(31 * DAY_MS);
      expect(await finding.run(assessments.clock(), search)).toBe(0);
      expect((await listed()).groups).toEqual([]);
    });

    it('finds a ring in which each rates only the next one, and nobody who likes one owner more than others', async () => {
      const [ring, others, [fan]] = [people(6), people(25), people(1)];
      const round = ring.flatMap((assessor, index): Planted[] => {
        const owner = ring[(index + 1) % ring.length]!;
        const elsewhere = others.slice(index, index + 6).map((stranger) => ({ assessor, owner: stranger }));
        return [...Array.from({ length: 10 }, () => ({ assessor, owner })), ...elsewhere];
      });
      const ofFan = Array.from({ length: 12 }, () => ({ assessor: fan!, owner: ring[0]! }));
      await plant([...honest(others, 20), ...round, ...ofFan]);
      await new FindLinkedAccounts(assessments.store).run(assessments.clock(), { ...search, everyMs: 0 });
      const { groups } = await listed();
      expect(groups).toMatchObject([{ reasons: [{ reason: 'mutual-ratings', submissions: 60, share: 60 / 96 }] }]);
      expect(groups[0]!.userIds).toEqual(ring.toSorted());
    });

    it('finds who shares a network and a habit, and nobody who shares only one of them', async () => {
      const owners = people(40);
      const [inStep, apart, farming, strangers] = [people(2), people(2), people(2), people(2)];
      const rating = (assessor: UserId, from: number, network: string, delay: number): Planted[] =>
        owners
          .slice(from, from + 12)
          .map((owner, index) => ({ assessor, owner, network, minute: 100 + 20 * index + delay }));
      await plant([
        ...rating(inStep[0]!, 0, 'step', 0),
        ...rating(inStep[1]!, 0, 'step', 5),
        ...rating(apart[0]!, 0, 'apart', 0),
        ...rating(apart[1]!, 20, 'apart', 5),
        ...rating(strangers[0]!, 0, 'one', 0),
        ...rating(strangers[1]!, 0, 'other', 5),
        ...everyPair(farming, 11)
          .filter(({ assessor }) => assessor === farming[0])
          .map((row) => ({ ...row, network: 'farm' })),
        ...rating(farming[1]!, 4, 'farm', 12),
      ]);
      await new FindLinkedAccounts(assessments.store).run(assessments.clock(), { ...search, everyMs: 0 });
      const found = (await listed()).groups.map(({ kind, userIds, reasons }) => ({ kind, userIds, reasons }));
      expect(found).toHaveLength(2);
      expect(found).toContainEqual({
        kind: 'network',
        userIds: inStep.toSorted(),
        reasons: [{ reason: 'same-owners', submissions: 12, share: 1 }],
      });
      expect(found).toContainEqual({
        kind: 'network',
        userIds: farming.toSorted(),
        reasons: [{ reason: 'shared-rewards', submissions: 11, share: 1 }],
      });
    });
  });
});
