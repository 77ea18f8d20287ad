import { identityEvents, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, type OwnTest, refusalOf } from '../assessments.fixture.spec.js';

describe('the feed', () => {
  let assessments: AssessmentsFixture;
  let assessor: UserId;
  const hours = (count: number) => count * 3_600_000;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
  });
  afterAll(() => assessments.stop());
  beforeEach(async () => {
    [assessor] = (await assessments.assessors(1)) as [UserId];
  });

  /** Every page, as the list of test ids. */
  async function whole(userId: UserId): Promise<string[]> {
    const tests: string[] = [];
    let page = await assessments.feed(userId);
    tests.push(...page.entries.map((entry) => entry.testId));
    while (page.nextCursor !== null) {
      page = await assessments.feed(userId, page.nextCursor);
      tests.push(...page.entries.map((entry) => entry.testId));
    }
    return tests;
  }
  /** Of those tests only: other cases leave theirs open. */
  const orderOf = async (userId: UserId, tests: OwnTest[]) => {
    const wanted = tests.map(({ testId }) => testId as string);
    return (await whole(userId)).filter((testId) => wanted.includes(testId));
  };
  const testIds = (...tests: OwnTest[]) => tests.map(({ testId }) => testId as string);
  async function rate(test: OwnTest, count: number): Promise<void> {
    for (const raterId of await assessments.assessors(count)) await assessments.submit(test, raterId);
  }
  async function prefer(userId: UserId, locationsPreference: 'NotMine' | 'All', version: number) {
    const data = { userId, locationsPreference };
    return assessments.publish(identityEvents.LocationPreferenceChosen, data, `account-${userId}`, version);
  }

  it('puts the least served first, then the longest waiting, and keeps a test’s photos together', async () => {
    const tests: OwnTest[] = [];
    for (let index = 0; index < 4; index++) {
      tests.push(await assessments.startedTest());
      assessments.passTime(hours(1));
    }
    const [first, second, third, fourth] = tests as [OwnTest, OwnTest, OwnTest, OwnTest];
    await rate(first, 2);
    await rate(third, 1);
    expect(await orderOf(assessor, tests)).toEqual(testIds(second, fourth, third, first));
    const { entries } = await assessments.feed(assessor);
    const entry = entries.find(({ testId }) => testId === second.testId);
    expect(entry).toMatchObject({ userId: second.ownerId });
    expect(new Set(entry!.photos.map(({ photoId }) => photoId))).toEqual(new Set(second.photoIds));
  });

  it('has an order of each assessor’s own for photos and for owners whose turn it is equally, and keeps it', async () => {
    const tests = [];
    assessments.passTime(hours(1) - (assessments.clock().getTime() % hours(1)));
    for (let index = 0; index < 4; index++) tests.push(await assessments.startedTest());
    const orders = new Set<string>();
    const photoOrders = new Set<string>();
    for (const userId of await assessments.assessors(12)) {
      orders.add((await orderOf(userId, tests)).join());
      expect(await orderOf(userId, tests)).toEqual(await orderOf(userId, tests));
      const shown = (await assessments.open(userId, tests[3]!.ownerId)).photos.map(({ photoId }) => photoId);
      photoOrders.add(shown.join());
      const again = (await assessments.open(userId, tests[3]!.ownerId)).photos.map(({ photoId }) => photoId);
      expect(again).toEqual(shown);
      assessments.passTime(16 * 60_000);
    }
    expect(orders.size).toBeGreaterThan(3);
    expect(photoOrders.size).toBe(2);
  });

  it('never offers a test to its owner, to who rated it, or when it is full', async () => {
    const test = await assessments.startedTest();
    const own = await assessments.startedTest(assessor);
    expect(await orderOf(assessor, [test, own])).toEqual(testIds(test));
    await assessments.submit(test, assessor);
    expect(await orderOf(assessor, [test])).toEqual([]);
    const [other] = await assessments.assessors(1);
    expect(await orderOf(other!, [test])).toEqual(testIds(test));
    await rate(test, 3);
    expect(await orderOf(other!, [test])).toEqual([]);
  });

  it('counts places that others hold, until their time is over, and never one’s own', async () => {
    const test = await assessments.startedTest();
    await rate(test, 3);
    const [holder] = await assessments.assessors(1);
    await assessments.open(holder!, test.ownerId);
    expect(await orderOf(assessor, [test])).toEqual([]);
    expect(await orderOf(holder!, [test])).toEqual(testIds(test));
    assessments.passTime(16 * 60_000);
    expect(await orderOf(assessor, [test])).toEqual(testIds(test));
  });

  it('offers an owner again within a day only after all others', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const older = await assessments.startedTest(ownerId, 1);
    const newer = await assessments.startedTest(ownerId, 1);
    assessments.passTime(hours(1));
    const another = await assessments.startedTest();
    expect(await orderOf(assessor, [older, another])).toEqual(testIds(older, another));
    await assessments.submit(older, assessor);
    const [last] = (await whole(assessor)).slice(-1);
    expect(last).toBe(newer.testId);
    assessments.passTime(hours(25));
    expect(await orderOf(assessor, [newer, another])).toEqual(testIds(newer, another));
  });

  it('offers such an owner last also among those whose turn it is equally', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    assessments.passTime(hours(1) - (assessments.clock().getTime() % hours(1)));
    const rated = await assessments.startedTest(ownerId, 1);
    const rest = await assessments.startedTest(ownerId, 1);
    const others: OwnTest[] = [];
    for (let count = 0; count < 3; count += 1) others.push(await assessments.startedTest());
    for (const userId of await assessments.assessors(4)) {
      await assessments.submit(rated, userId);
      expect((await orderOf(userId, [rest, ...others])).at(-1)).toBe(rest.testId);
    }
  });

  it('hides who wants it so from assessors of the same country, and lets unknown ones through', async () => {
    const test = await assessments.startedTest();
    const { ownerId } = test;
    const [near, far] = [...(await assessments.assessors(1, 'PT')), ...(await assessments.assessors(1, 'FI'))];
    await assessments.publish(identityEvents.UserRegistered, { userId: ownerId, country: 'PT' });
    await assessments.settled('prefer-on-location-preference-chosen', await prefer(ownerId, 'NotMine', 7));
    expect(await orderOf(near!, [test])).toEqual([]);
    expect(await refusalOf(assessments.open(near!, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(assessments.submit(test, near!))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await orderOf(far!, [test])).toEqual(testIds(test));
    expect(await orderOf(assessor, [test])).toEqual(testIds(test));
    await assessments.settled('prefer-on-location-preference-chosen', await prefer(ownerId, 'All', 5));
    expect(await orderOf(near!, [test])).toEqual([]);
    await assessments.settled('prefer-on-location-preference-chosen', await prefer(ownerId, 'All', 8));
    expect(await orderOf(near!, [test])).toEqual(testIds(test));
  });

  it('can be read to its end by cursor, each test once', async () => {
    const tests: OwnTest[] = [];
    for (let index = 0; index < 45; index++) tests.push(await assessments.startedTest());
    const seen = await whole(assessor);
    expect(seen).toEqual([...new Set(seen)]);
    expect(new Set(seen)).toEqual(new Set([...seen, ...testIds(...tests)]));
    expect((await assessments.feed(assessor)).entries).toHaveLength(20);
    const [none, day] = ['00000000-0000-0000-0000-000000000000', '2026-02-31 10:00:00+00'];
    for (const place of [[true, 'x', 1, 2, 3], [true, 0, day, none, none], 'nonsense']) {
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
      expect(await refusalOf(assessments.feed(assessor, cursor))).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });

  it('opens only what may be rated', async () => {
    const test = await assessments.startedTest();
    expect(await refusalOf(assessments.open(assessor, newUserId()))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(assessments.open(assessor, assessor))).toMatchObject({ code: 'NOT_FOUND' });
    await assessments.open(assessor, test.ownerId);
    await assessments.submit(test, assessor);
    expect(await refusalOf(assessments.open(assessor, test.ownerId))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
