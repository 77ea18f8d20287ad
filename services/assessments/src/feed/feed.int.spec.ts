import { identityEvents, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, type OwnAssessment, refusalOf } from '../assessments.fixture.spec.js';

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

  /** Photo assessment ids of all pages, in order. */
  async function whole(userId: UserId): Promise<string[]> {
    const photoAssessments: string[] = [];
    let page = await assessments.feed(userId);
    photoAssessments.push(...page.entries.map((entry) => entry.photoAssessmentId));
    while (page.nextCursor !== null) {
      page = await assessments.feed(userId, page.nextCursor);
      photoAssessments.push(...page.entries.map((entry) => entry.photoAssessmentId));
    }
    return photoAssessments;
  }
  /** Returns these photo assessments in the feed's order, without those that other test cases left open. */
  const orderOf = async (userId: UserId, photoAssessments: OwnAssessment[]) => {
    const wanted = photoAssessments.map(({ photoAssessmentId }) => photoAssessmentId as string);
    return (await whole(userId)).filter((photoAssessmentId) => wanted.includes(photoAssessmentId));
  };
  const photoAssessmentIds = (...photoAssessments: OwnAssessment[]) =>
    photoAssessments.map(({ photoAssessmentId }) => photoAssessmentId as string);
  async function rate(photoAssessment: OwnAssessment, count: number): Promise<void> {
    for (const assessorId of await assessments.assessors(count)) await assessments.submit(photoAssessment, assessorId);
  }
  async function prefer(userId: UserId, locationsPreference: 'NotMine' | 'All', version: number) {
    const data = { userId, locationsPreference };
    return assessments.publish(identityEvents.LocationPreferenceChosen, data, `account-${userId}`, version);
  }

  it('puts the least served first, then the longest waiting, and keeps a photo assessment’s photos together', async () => {
    const photoAssessments: OwnAssessment[] = [];
    for (let index = 0; index < 4; index++) {
      photoAssessments.push(await assessments.startedAssessment());
      assessments.passTime(hours(1));
    }
    const [first, second, third, fourth] = photoAssessments as [
      OwnAssessment,
      OwnAssessment,
      OwnAssessment,
      OwnAssessment,
    ];
    await rate(first, 2);
    await rate(third, 1);
    expect(await orderOf(assessor, photoAssessments)).toEqual(photoAssessmentIds(second, fourth, third, first));
    const { entries } = await assessments.feed(assessor);
    const entry = entries.find(({ photoAssessmentId }) => photoAssessmentId === second.photoAssessmentId);
    expect(entry).toMatchObject({ userId: second.ownerId });
    expect(new Set(entry!.photos.map(({ photoId }) => photoId))).toEqual(new Set(second.photoIds));
  });

  it('has an order of each assessor’s own for photos and for owners whose turn it is equally, and keeps it', async () => {
    const photoAssessments = [];
    assessments.passTime(hours(1) - (assessments.clock().getTime() % hours(1)));
    for (let index = 0; index < 4; index++) photoAssessments.push(await assessments.startedAssessment());
    const orders = new Set<string>();
    const photoOrders = new Set<string>();
    for (const userId of await assessments.assessors(12)) {
      orders.add((await orderOf(userId, photoAssessments)).join());
      expect(await orderOf(userId, photoAssessments)).toEqual(await orderOf(userId, photoAssessments));
      const shown = (await assessments.open(userId, photoAssessments[3]!.ownerId)).photos.map(({ photoId }) => photoId);
      photoOrders.add(shown.join());
      const again = (await assessments.open(userId, photoAssessments[3]!.ownerId)).photos.map(({ photoId }) => photoId);
      expect(again).toEqual(shown);
      assessments.passTime(16 * 60_000);
    }
    expect(orders.size).toBeGreaterThan(3);
    expect(photoOrders.size).toBe(2);
  });

  it('never offers a photo assessment to its owner, to who rated it, or when it is full', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const own = await assessments.startedAssessment(assessor);
    expect(await orderOf(assessor, [photoAssessment, own])).toEqual(photoAssessmentIds(photoAssessment));
    await assessments.submit(photoAssessment, assessor);
    expect(await orderOf(assessor, [photoAssessment])).toEqual([]);
    const [other] = await assessments.assessors(1);
    expect(await orderOf(other!, [photoAssessment])).toEqual(photoAssessmentIds(photoAssessment));
    await rate(photoAssessment, 3);
    expect(await orderOf(other!, [photoAssessment])).toEqual([]);
  });

  it('counts places that others hold, until their time is over, and never one’s own', async () => {
    const photoAssessment = await assessments.startedAssessment();
    await rate(photoAssessment, 3);
    const [holder] = await assessments.assessors(1);
    await assessments.open(holder!, photoAssessment.ownerId);
    expect(await orderOf(assessor, [photoAssessment])).toEqual([]);
    expect(await orderOf(holder!, [photoAssessment])).toEqual(photoAssessmentIds(photoAssessment));
    assessments.passTime(16 * 60_000);
    expect(await orderOf(assessor, [photoAssessment])).toEqual(photoAssessmentIds(photoAssessment));
  });

  it('offers an owner again within a day only after all others', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const older = await assessments.startedAssessment(ownerId, 1);
    const newer = await assessments.startedAssessment(ownerId, 1);
    assessments.passTime(hours(1));
    const another = await assessments.startedAssessment();
    expect(await orderOf(assessor, [older, another])).toEqual(photoAssessmentIds(older, another));
    await assessments.submit(older, assessor);
    const [last] = (await whole(assessor)).slice(-1);
    expect(last).toBe(newer.photoAssessmentId);
    assessments.passTime(hours(25));
    expect(await orderOf(assessor, [newer, another])).toEqual(photoAssessmentIds(newer, another));
  });

  it('offers such an owner last also among those whose turn it is equally', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    assessments.passTime(hours(1) - (assessments.clock().getTime() % hours(1)));
    const rated = await assessments.startedAssessment(ownerId, 1);
    const rest = await assessments.startedAssessment(ownerId, 1);
    const others: OwnAssessment[] = [];
    for (let count = 0; count < 3; count += 1) others.push(await assessments.startedAssessment());
    for (const userId of await assessments.assessors(4)) {
      await assessments.submit(rated, userId);
      expect((await orderOf(userId, [rest, ...others])).at(-1)).toBe(rest.photoAssessmentId);
    }
  });

  it('hides who wants it so from assessors of the same country, and lets unknown ones through', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const { ownerId } = photoAssessment;
    const [near, far] = [...(await assessments.assessors(1, 'PT')), ...(await assessments.assessors(1, 'FI'))];
    await assessments.publish(identityEvents.UserRegistered, { userId: ownerId, country: 'PT' });
    await assessments.settled('record-preference-on-location-preference-chosen', await prefer(ownerId, 'NotMine', 7));
    expect(await orderOf(near!, [photoAssessment])).toEqual([]);
    expect(await refusalOf(assessments.open(near!, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(assessments.submit(photoAssessment, near!))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await orderOf(far!, [photoAssessment])).toEqual(photoAssessmentIds(photoAssessment));
    expect(await orderOf(assessor, [photoAssessment])).toEqual(photoAssessmentIds(photoAssessment));
    await assessments.settled('record-preference-on-location-preference-chosen', await prefer(ownerId, 'All', 5));
    expect(await orderOf(near!, [photoAssessment])).toEqual([]);
    await assessments.settled('record-preference-on-location-preference-chosen', await prefer(ownerId, 'All', 8));
    expect(await orderOf(near!, [photoAssessment])).toEqual(photoAssessmentIds(photoAssessment));
  });

  it('hides from an assessor who takes the country back, or names another one', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const { ownerId } = photoAssessment;
    const [near] = (await assessments.assessors(1, 'PT')) as [UserId];
    await assessments.publish(identityEvents.UserRegistered, { userId: ownerId, country: 'PT' });
    await assessments.settled('record-preference-on-location-preference-chosen', await prefer(ownerId, 'NotMine', 7));
    for (const [country, version] of [
      [null, 11],
      ['FI', 12],
    ] as const) {
      const changed = { userId: near, country };
      const event = await assessments.publish(identityEvents.CountryChosen, changed, `account-${near}`, version);
      await assessments.settled('record-country-on-country-chosen', event);
      expect(await orderOf(near, [photoAssessment])).toEqual([]);
      expect(await refusalOf(assessments.open(near, ownerId))).toMatchObject({ code: 'NOT_FOUND' });
      expect(await refusalOf(assessments.submit(photoAssessment, near))).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('is right whatever its rows lack of what is copied into them', async () => {
    const [near] = (await assessments.assessors(1, 'PT')) as [UserId];
    const [rated, hidden, other] = [
      await assessments.startedAssessment(),
      await assessments.startedAssessment(),
      await assessments.startedAssessment(),
    ];
    await assessments.submit(rated, near);
    await assessments.publish(identityEvents.UserRegistered, { userId: hidden.ownerId, country: 'PT' });
    await assessments.settled(
      'record-preference-on-location-preference-chosen',
      await prefer(hidden.ownerId, 'NotMine', 7),
    );
    const copies = () =>
      assessments.session.query<{ owner_id: string }>(
        `select owner_id from open_assessment
         where owner_id = any ($1::uuid[]) and (assessor_filter <> 0 or has_location_preference) order by owner_id`,
        [[rated, hidden, other].map(({ ownerId }) => ownerId)],
      );
    const expected = [rated, rated, hidden, hidden].map(({ ownerId }) => ({ owner_id: ownerId }));
    await eventually(async () => expect(new Set(await copies())).toEqual(new Set(expected)));
    for (const [filter, preference] of [
      ['0', false],
      ['-1', true],
    ]) {
      await assessments.session.query('update open_assessment set assessor_filter = $1, has_location_preference = $2', [
        filter,
        preference,
      ]);
      expect(await orderOf(near, [rated, hidden, other])).toEqual(photoAssessmentIds(other));
    }
  });

  it('can be read to its end by cursor, each photo assessment once', async () => {
    const photoAssessments: OwnAssessment[] = [];
    for (let index = 0; index < 45; index++) photoAssessments.push(await assessments.startedAssessment());
    const seen = await whole(assessor);
    expect(seen).toEqual([...new Set(seen)]);
    expect(new Set(seen)).toEqual(new Set([...seen, ...photoAssessmentIds(...photoAssessments)]));
    expect((await assessments.feed(assessor)).entries).toHaveLength(20);
    const [none, day] = ['00000000-0000-0000-0000-000000000000', '2026-02-31 10:00:00+00'];
    for (const place of [
      ['rested', 'x', 1, 2, 3],
      ['rested', 0, day, none, none],
      ['last', 0, '-infinity', none, none],
      'nonsense',
    ]) {
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
      expect(await refusalOf(assessments.feed(assessor, cursor))).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });

  it('opens only what may be rated', async () => {
    const photoAssessment = await assessments.startedAssessment();
    expect(await refusalOf(assessments.open(assessor, newUserId()))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(assessments.open(assessor, assessor))).toMatchObject({ code: 'NOT_FOUND' });
    await assessments.open(assessor, photoAssessment.ownerId);
    await assessments.submit(photoAssessment, assessor);
    expect(await refusalOf(assessments.open(assessor, photoAssessment.ownerId))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
