import { assessmentsRpc, identityEvents, type SelfDescription, type UserId } from '@candid/contracts';
import { untilFew } from '@candid/platform';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnAssessment, refusalOf } from '../assessments.fixture.spec.js';
import { clearEndedAudiences, noAudience, refreshAudiences } from './audience-first.js';

const minutes = (count: number) => count * 60_000;

describe('an assessment for the audience first', () => {
  let assessments: AssessmentsFixture;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
  });
  afterAll(() => assessments.stop());

  async function describeAs(userId: UserId, said: Partial<SelfDescription>, version = 3): Promise<void> {
    const data = { userId, gender: null, interestedIn: null, bornFrom: null, ...said };
    const event = await assessments.publish(identityEvents.SelfDescriptionChosen, data, `account-${userId}`, version);
    await assessments.settled('record-description-on-self-description-chosen', event);
  }
  async function assessorWho(said: Partial<SelfDescription>): Promise<UserId> {
    const [userId] = (await assessments.assessors(1)) as [UserId];
    await describeAs(userId, said);
    return userId;
  }
  type Wanted = [gender: 'Man' | 'Woman' | 'All', ages: [number | null, number | null]];
  async function chooseAudience(ownerId: UserId, [gender, ages]: Wanted, version = 4): Promise<void> {
    const data = { userId: ownerId, gender, ageFrom: ages[0], ageTo: ages[1] };
    const event = await assessments.publish(identityEvents.AudienceChosen, data, `account-${ownerId}`, version);
    await assessments.settled('record-audience-on-audience-chosen', event);
  }
  async function ownerFor(...wanted: Wanted): Promise<UserId> {
    const { ownerId } = await assessments.onboardedOwner();
    await chooseAudience(ownerId, wanted);
    return ownerId;
  }
  async function sweep(): Promise<void> {
    for (const batch of [refreshAudiences, clearEndedAudiences])
      await untilFew(2, (limit) => batch(assessments.session, assessments.clock(), limit));
  }
  const first = (ownerId: UserId, testLimit = 4) =>
    assessments.startedAssessment(ownerId, 1, { audienceFirst: true, testLimit });
  const pageOf = async (userId: UserId): Promise<string[]> =>
    (await assessments.feed(userId)).entries.map(({ photoAssessmentId }) => photoAssessmentId);
  const isOffered = async (userId: UserId, { photoAssessmentId }: OwnAssessment) =>
    (await pageOf(userId)).includes(photoAssessmentId);
  const outlookOf = (userId: UserId, testLimit: number) =>
    assessments.rpc.call(assessmentsRpc.getAssessmentOutlook, { userId, testLimit }, assessments.context(userId));
  const thisYear = () => assessments.clock().getUTCFullYear();
  /** First birth year of the five-year band to which people of this age belong. */
  const bornFrom = (age: number) => Math.floor((thisYear() - age) / 5) * 5;

  it('is offered to its audience at once and before all else, and to everybody after a fifth of the usual time', async () => {
    const older = await assessments.startedAssessment();
    assessments.passTime(minutes(120));
    const wanted = await first(await ownerFor('Woman', [null, null]));
    const [woman, man] = [await assessorWho({ gender: 'Woman' }), await assessorWho({ gender: 'Man' })];
    const [silent] = (await assessments.assessors(1)) as [UserId];
    const page = await pageOf(woman);
    expect(page[0]).toBe(wanted.photoAssessmentId);
    expect(page).toContain(older.photoAssessmentId);
    expect(new Set(page).size).toBe(page.length);
    for (const other of [man, silent]) {
      expect(await pageOf(other)).toContain(older.photoAssessmentId);
      expect(await isOffered(other, wanted)).toBe(false);
      expect(await refusalOf(assessments.open(other, wanted.ownerId))).toMatchObject({ code: 'NOT_FOUND' });
    }
    await assessments.open(woman, wanted.ownerId);
    // The time for the audience alone is 8 minutes: a fifth of the product's estimate of 40 minutes for 4 assessors.
    assessments.passTime(minutes(9));
    for (const other of [man, silent, woman]) expect(await isOffered(other, wanted)).toBe(true);
    expect((await pageOf(woman))[0]).toBe(older.photoAssessmentId);
    await assessments.open(man, wanted.ownerId);
  });

  it('is first also where its owner has another assessment that has waited longer', async () => {
    const ownerId = await ownerFor('Woman', [null, null]);
    await assessments.startedAssessment(ownerId);
    await assessments.startedAssessment();
    assessments.passTime(minutes(120));
    const wanted = await first(ownerId);
    expect((await pageOf(await assessorWho({ gender: 'Woman' })))[0]).toBe(wanted.photoAssessmentId);
    // Other assessors are offered only the owner's other assessment.
    expect(await isOffered(await assessorWho({ gender: 'Man' }), wanted)).toBe(false);
  });

  it('is as any other where the owner names no audience', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const [silent] = (await assessments.assessors(1)) as [UserId];
    expect(await isOffered(silent, await first(ownerId))).toBe(true);
  });

  it.each<[string, Partial<SelfDescription>, boolean]>([
    ['of the gender and the age', { gender: 'Woman', bornFrom: 30 }, true],
    ['of an unknown age', { gender: 'Woman' }, false],
    ['of another age', { gender: 'Woman', bornFrom: 50 }, false],
    ['of another gender', { gender: 'Another', bornFrom: 30 }, false],
    ['with an interest in the owner’s gender', { gender: 'Woman', bornFrom: 30, interestedIn: 'Men' }, true],
    ['with an interest in all', { gender: 'Woman', bornFrom: 30, interestedIn: 'All' }, true],
    ['with an interest in others only', { gender: 'Woman', bornFrom: 30, interestedIn: 'Women' }, false],
  ])('is for an assessor %s: %p', async (_, said, isOfAudience) => {
    const ownerId = await ownerFor('Woman', [25, 40]);
    await describeAs(ownerId, { gender: 'Man' });
    const wanted = await first(ownerId);
    const born = said.bornFrom ? { bornFrom: bornFrom(said.bornFrom) } : {};
    expect(await isOffered(await assessorWho({ ...said, ...born }), wanted)).toBe(isOfAudience);
  });

  it('is for who changes what they say of themselves a week later, and until then for who they said they were', async () => {
    const forWomen = await first(await ownerFor('Woman', [null, null]));
    const forMen = await first(await ownerFor('Man', [null, null]));
    const offered = async () => [await isOffered(userId, forMen), await isOffered(userId, forWomen)];
    const userId = await assessorWho({ gender: 'Man' });
    for (const [version, gender] of (['Woman', 'Another', 'Woman'] as const).entries()) {
      await describeAs(userId, { gender }, 4 + version);
      expect(await offered()).toEqual([true, false]);
    }
    const week = `update participant set description_counts_from = description_counts_from - interval '8 days'`;
    await assessments.session.query(`${week} where user_id = $1::uuid`, [userId]);
    expect(await offered()).toEqual([false, true]);
    await describeAs(userId, {}, 8);
    await describeAs(userId, { gender: 'Man' }, 9);
    expect(await offered()).toEqual([false, false]);
  });

  it('is at once for who adds to what they say, which nobody can add twice', async () => {
    const young = await first(await ownerFor('Woman', [25, 40]));
    const old = await first(await ownerFor('Woman', [45, 60]));
    const userId = await assessorWho({ gender: 'Woman' });
    await describeAs(userId, { gender: 'Woman', bornFrom: bornFrom(30) }, 4);
    expect([await isOffered(userId, young), await isOffered(userId, old)]).toEqual([true, false]);
    await describeAs(userId, { gender: 'Woman' }, 5);
    await describeAs(userId, { gender: 'Woman', bornFrom: bornFrom(50) }, 6);
    expect([await isOffered(userId, young), await isOffered(userId, old)]).toEqual([false, false]);
  });

  it('is for the audience that its owner names meanwhile', async () => {
    const ownerId = await ownerFor('Woman', [null, null]);
    const wanted = await first(ownerId);
    const [woman, man] = [await assessorWho({ gender: 'Woman' }), await assessorWho({ gender: 'Man' })];
    expect(await isOffered(woman, wanted)).toBe(true);
    await chooseAudience(ownerId, ['Man', [null, null]], 5);
    await sweep();
    expect([await isOffered(woman, wanted), await isOffered(man, wanted)]).toEqual([false, true]);
    await describeAs(ownerId, { gender: 'Woman' }, 6);
    await describeAs(man, { gender: 'Man', interestedIn: 'Men' }, 4);
    await sweep();
    expect(await isOffered(man, wanted)).toBe(false);
  });

  it('is for everybody while its owner names no audience any more', async () => {
    const ownerId = await ownerFor('Woman', [null, null]);
    const wanted = await first(ownerId);
    const [silent] = (await assessments.assessors(1)) as [UserId];
    await chooseAudience(ownerId, ['All', [null, null]], 5);
    await sweep();
    expect(await isOffered(silent, wanted)).toBe(true);
    await chooseAudience(ownerId, ['Woman', [null, null]], 6);
    await sweep();
    expect(await isOffered(silent, wanted)).toBe(false);
  });

  it('gets what a version before has not written', async () => {
    const wanted = await first(await ownerFor('Woman', [null, null]));
    const [woman, man] = [await assessorWho({ gender: 'Woman' }), await assessorWho({ gender: 'Man' })];
    await assessments.session.query(`update open_assessment set ${noAudience} where photo_assessment_id = $1`, [
      wanted.photoAssessmentId,
    ]);
    expect([await isOffered(woman, wanted), await isOffered(man, wanted)]).toEqual([true, true]);
    await sweep();
    expect([await isOffered(woman, wanted), await isOffered(man, wanted)]).toEqual([true, false]);
  });

  it('is as any other after its time for the audience, also once the sweep has cleared what marks it', async () => {
    const ended = await first(await ownerFor('Woman', [null, null]));
    assessments.passTime(minutes(9));
    const running = await first(await ownerFor('Woman', [null, null]));
    const man = await assessorWho({ gender: 'Man' });
    const marked = () =>
      assessments.session.query<{ photo_assessment_id: string }>(
        `select photo_assessment_id from open_assessment where photo_assessment_id = any ($1::uuid[])
           and num_nonnulls(audience_until, seeks_gender) > 0`,
        [[ended, running].map(({ photoAssessmentId }) => photoAssessmentId)],
      );
    expect(await marked()).toHaveLength(2);
    await sweep();
    expect(await marked()).toEqual([{ photo_assessment_id: running.photoAssessmentId }]);
    expect([await isOffered(man, ended), await isOffered(man, running)]).toEqual([true, false]);
  });

  it('stays first for its audience while its owner changes where assessors may come from', async () => {
    const ownerId = await ownerFor('Woman', [null, null]);
    const wanted = await first(ownerId);
    const man = await assessorWho({ gender: 'Man' });
    for (const [version, locationsPreference] of [
      [5, 'NotMine'],
      [6, 'All'],
    ] as const) {
      const data = { userId: ownerId, locationsPreference };
      const event = await assessments.publish(
        identityEvents.LocationPreferenceChosen,
        data,
        `account-${ownerId}`,
        version,
      );
      await assessments.settled('record-preference-on-location-preference-chosen', event);
      expect(await isOffered(man, wanted)).toBe(false);
    }
  });

  it('tells before the start how many of the audience are active, and how long such assessments took', async () => {
    const ownerId = await ownerFor('Man', [null, null]);
    const { ownerId: anyone } = await assessments.onboardedOwner();
    const { ownerId: running } = await assessments.onboardedOwner();
    // First assessments, and those of other tests of this file, were completed in no time.
    const keepOnly = (limit: number) =>
      assessments.session.query('delete from completed_assessment where test_limit <> $1', [limit]);
    await keepOnly(0);
    const planned = { first: 10, all: 20, mostWithin: null, isMeasured: false };
    const plannedForAudience = { ...planned, all: 24 };
    expect(await outlookOf(anyone, 2)).toEqual({
      audience: null,
      anyone: planned,
      audienceFirst: plannedForAudience,
    });
    expect(await outlookOf(ownerId, 1)).toMatchObject({ audience: 'few' });
    const men = await Promise.all(Array.from({ length: 10 }, () => assessorWho({ gender: 'Man' })));
    for (let round = 0; round < 2; round += 1) {
      for (const [index, man] of men.entries()) {
        const { ownerId: onboarded } = await assessments.onboardedOwner();
        const single = await assessments.startedAssessment(onboarded, 1, { testLimit: 1 });
        assessments.passTime(minutes(index < 5 ? 10 : 30));
        await assessments.submit(single, man);
      }
    }
    await keepOnly(1);
    expect(await outlookOf(ownerId, 1)).toEqual({
      audience: 'some',
      anyone: { first: 20, all: 20, mostWithin: 30, isMeasured: true },
      audienceFirst: { first: 20, all: 24, mostWithin: null, isMeasured: true },
    });
    // Too few of another size were completed, so the time per assessor of all others counts.
    expect(await outlookOf(ownerId, 4)).toMatchObject({
      anyone: { first: 20, all: 80, mostWithin: null, isMeasured: true },
    });
    await expectRunningTimes(running, men[0]!);
    assessments.passTime(minutes(8 * 24 * 60));
    expect(await outlookOf(ownerId, 1)).toMatchObject({ audience: 'few' });
    const [other] = (await assessments.assessors(1)) as [UserId];
    const foreign = assessments.rpc.call(
      assessmentsRpc.getAssessmentOutlook,
      { userId: ownerId, testLimit: 1 },
      assessments.context(other),
    );
    expect(await refusalOf(foreign)).toMatchObject({ code: 'FORBIDDEN' });
  });

  /** Expects the times of a running assessment of two assessors after 20 measured minutes per assessor. */
  async function expectRunningTimes(ownerId: UserId, assessorId: UserId): Promise<void> {
    const running = await assessments.startedAssessment(ownerId, 1, { testLimit: 2 });
    const nextSince = async () => {
      const sql = 'select next_since from open_assessment where photo_assessment_id = $1';
      const [row] = await assessments.session.query<{ next_since: Date }>(sql, [running.photoAssessmentId]);
      return row!.next_since.getTime();
    };
    const expected = async () => {
      const context = assessments.context(ownerId);
      return (await assessments.rpc.call(assessmentsRpc.getExpectedRatings, { userId: ownerId }, context)).photos;
    };
    const expectTimes = async (sinceMs: number, next: number, all: number) => {
      const at = (minute: number) => new Date(sinceMs + minutes(minute)).toISOString();
      const [photoId] = running.photoIds;
      expect(await expected()).toEqual([{ photoId, nextAt: at(next), allAt: at(all), isMeasured: true }]);
    };
    const startedMs = await nextSince();
    await expectTimes(startedMs, 20, 40);
    assessments.passTime(minutes(35));
    await assessments.submit(running, assessorId);
    await eventually(async () => {
      expect((await nextSince()) - startedMs).toBeGreaterThanOrEqual(minutes(35));
      await expectTimes(await nextSince(), 20, 20);
    });
    const photo = { ownerId, photoId: running.photoIds[0]! };
    await assessments.hold(photo);
    expect(await expected()).toEqual([]);
    assessments.passTime(minutes(60));
    await assessments.release(photo);
    expect((await nextSince()) - startedMs).toBeGreaterThanOrEqual(minutes(95));
    await expectTimes(await nextSince(), 20, 20);
  }
});
