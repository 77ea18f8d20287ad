import { randomUUID } from 'node:crypto';
import { assessmentsEvents } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, refusalOf } from '../assessments.fixture.spec.js';

describe('a submission', () => {
  let assessments: AssessmentsFixture;
  const minutes = (count: number) => count * 60_000;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
  });
  afterAll(() => assessments.stop());

  const acceptedOf = async (testId: string) =>
    (await assessments.eventsOf(`test-${testId}`)).filter((event) => event.type === 'RatingsAccepted');

  it('is one, however often its twenty parallel copies come under one key', async () => {
    const test = await assessments.startedTest();
    const [raterId] = await assessments.assessors(1);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => assessments.submit(test, raterId!, { key })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ tokensEarned: 20 });
    expect(await acceptedOf(test.testId)).toHaveLength(1);
    const [photo] = await assessments.assessmentsOf(test.photoIds);
    expect(photo).toMatchObject({ timesRated: 1, testTimesRated: 1, totalScore: 14 });
  });

  it('is one without a key, too, by its content', async () => {
    const test = await assessments.startedTest();
    const [raterId] = await assessments.assessors(1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => assessments.submit(test, raterId!)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await acceptedOf(test.testId)).toHaveLength(1);
  });

  it('is refused with other content, and its key for another body', async () => {
    const test = await assessments.startedTest();
    const [raterId] = await assessments.assessors(1);
    const key = randomUUID();
    await assessments.submit(test, raterId!, { key });
    expect(await refusalOf(assessments.submit(test, raterId!, { score: 3 }))).toMatchObject({ code: 'ALREADY_RATED' });
    expect(await refusalOf(assessments.submit(test, raterId!, { score: 3, key }))).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('for the last place is taken from exactly one of two raters', async () => {
    const test = await assessments.startedTest();
    const raters = await assessments.assessors(5);
    for (const raterId of raters.slice(0, 3)) await assessments.submit(test, raterId);
    const outcomes = await Promise.allSettled(raters.slice(3).map((raterId) => assessments.submit(test, raterId)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ASSESSMENT_COMPLETE' },
    });
    expect(await acceptedOf(test.testId)).toHaveLength(4);
  });

  it('is taken from all of forty raters at once only up to the limit, and from nobody in vain', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const test = await assessments.startedTest(ownerId, 2, { testLimit: 10 });
    const raters = await assessments.assessors(40);
    const outcomes = await Promise.allSettled(raters.map((raterId) => assessments.submit(test, raterId)));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refusals).toEqual(Array.from({ length: 30 }, () => 'ASSESSMENT_COMPLETE'));
    expect(await acceptedOf(test.testId)).toHaveLength(10);
  });

  it('holds its place for fifteen minutes, and no longer', async () => {
    const test = await assessments.startedTest();
    const raters = await assessments.assessors(6);
    for (const raterId of raters.slice(0, 3)) await assessments.submit(test, raterId);
    const opened = await assessments.open(raters[3]!, test.ownerId);
    expect(opened).toMatchObject({ testId: test.testId, benchmarkPhotoIds: [] });
    expect(Date.parse(opened.slotExpiresAt) - assessments.clock().getTime()).toBeGreaterThan(minutes(14));
    expect(opened.assessments.map(({ photoId }) => photoId).toSorted()).toEqual(test.photoIds.toSorted());
    expect(await refusalOf(assessments.open(raters[4]!, test.ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(assessments.submit(test, raters[4]!))).toMatchObject({ code: 'ASSESSMENT_COMPLETE' });
    assessments.passTime(minutes(16));
    await assessments.open(raters[4]!, test.ownerId);
    expect(await refusalOf(assessments.submit(test, raters[3]!))).toMatchObject({ code: 'ASSESSMENT_COMPLETE' });
    await assessments.submit(test, raters[4]!);
  });

  it('and the end of the assessment race: every place is either consumed or refunded', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const test = await assessments.startedTest(ownerId, 1, { testLimit: 10 });
    const raters = await assessments.assessors(10);
    const [ended, ...outcomes] = await Promise.allSettled([
      assessments.end(ownerId, test.photoIds[0]!, { key: randomUUID() }),
      ...raters.map((raterId) => assessments.submit(test, raterId)),
    ]);
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(ended).toMatchObject({ value: { refundTokens: (10 - accepted) * 5 } });
    expect(await acceptedOf(test.testId)).toHaveLength(accepted);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(new Set(refusals).size).toBeLessThanOrEqual(1);
    const [photo] = await assessments.assessmentsOf(test.photoIds);
    expect(photo).toMatchObject({ testTimesRated: accepted, running: false });
  });

  it('is for approved assessors only, and never for the owner', async () => {
    const test = await assessments.startedTest();
    const stranger = (await assessments.startedTest()).ownerId;
    expect(await refusalOf(assessments.submit(test, stranger))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusalOf(assessments.open(stranger, test.ownerId))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusalOf(assessments.feed(stranger))).toMatchObject({ code: 'FORBIDDEN' });
    const [raterId] = await assessments.assessors(1);
    const own = await assessments.startedTest(raterId!);
    expect(await refusalOf(assessments.submit(own, raterId!))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusalOf(assessments.submit({ ...own, ownerId: test.ownerId }, raterId!))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('names what is wrong with each photo and books nothing', async () => {
    const test = await assessments.startedTest();
    const [raterId] = await assessments.assessors(1);
    const refusal = await refusalOf(assessments.submit(test, raterId!, { score: 10.5 }));
    expect(refusal).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'ratings[0].rating' }, { field: 'ratings[1].rating' }],
    });
    expect(await acceptedOf(test.testId)).toHaveLength(0);
  });

  it('is told to the others in the contract’s words', async () => {
    const published = await assessments.published(assessmentsEvents.RatingsAccepted, 1);
    const { data } = published[0]!;
    expect(assessmentsEvents.RatingsAccepted.data.parse(data)).toEqual(data);
    const [started] = await assessments.published(assessmentsEvents.TestStarted, 1);
    expect(started.data.assessments[0]).toMatchObject({ testLimit: 4, amountTokens: 20 });
    const [completed] = await assessments.published(assessmentsEvents.TestCompleted, 1);
    expect(assessmentsEvents.TestCompleted.data.parse(completed.data)).toMatchObject({ isFirstAssessment: true });
  });
});
