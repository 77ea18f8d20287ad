import { identityEvents, photosEvents } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, refusalOf } from '../assessments.fixture.spec.js';

const { CountryChosen, UserRegistered } = identityEvents;

describe('what other services tell', () => {
  let assessments: AssessmentsFixture;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
  });
  afterAll(() => assessments.stop());

  const ownerTypes = async (ownerId: string) =>
    (await assessments.eventsOf(`owner-${ownerId}`)).map(({ type }) => type);

  it('of an approval opens the assessor’s calls, told twice or not', async () => {
    const userId = newUserId();
    expect(await refusalOf(assessments.feed(userId))).toMatchObject({ code: 'FORBIDDEN' });
    const event = await assessments.publish(identityEvents.AssessorApproved, { userId, passkeyName: 'beta' });
    await assessments.deliver(identityEvents.AssessorApproved, event);
    await assessments.settled('allow-assessor-on-assessor-approved', event);
    expect((await assessments.feed(userId)).entries).toEqual([]);
  });

  it('of a country: the newest of the account stands, and an older one that arrives late changes nothing', async () => {
    const userId = newUserId();
    const tell = async (
      type: typeof CountryChosen | typeof UserRegistered,
      country: string | null,
      version: number,
    ) => {
      const event = await assessments.publish(type, { userId, country }, `account-${userId}`, version);
      const subscriber =
        type === CountryChosen ? 'record-country-on-country-chosen' : 'record-country-on-user-registered';
      await assessments.settled(subscriber, event);
      const [row] = await assessments.session.query<{ country: string | null }>(
        'select country from participant where user_id = $1',
        [userId],
      );
      return row!.country;
    };
    expect(await tell(CountryChosen, 'FR', 3)).toBe('FR');
    expect(await tell(UserRegistered, 'GB', 1)).toBe('FR');
    expect(await tell(CountryChosen, 'IT', 2)).toBe('FR');
    expect(await tell(CountryChosen, null, 4)).toBeNull();
  });

  it('of the first planner photo opens new starts, once', async () => {
    const photoAssessment = await assessments.startedAssessment();
    for (const assessorId of await assessments.assessors(4)) await assessments.submit(photoAssessment, assessorId);
    const { ownerId: userId, photoIds } = photoAssessment;
    const data = { photoId: photoIds[0]!, userId, wasFirstProfileSet: true };
    const event = await assessments.publish(photosEvents.PhotoPlacedInProfile, data, `photo-${photoIds[0]}`, 4);
    await assessments.deliver(photosEvents.PhotoPlacedInProfile, event);
    await assessments.settled('record-move-on-photo-placed-in-profile', event);
    expect((await ownerTypes(userId)).filter((type) => type === 'FirstProfileMade')).toHaveLength(1);
    const next = await assessments.startedAssessment(userId, 1);
    const [assessor] = await assessments.assessors(1);
    expect(await assessments.open(assessor!, userId)).toMatchObject({
      photos: expect.arrayContaining([expect.objectContaining({ photoAssessmentId: next.photoAssessmentId })]),
    });
  });

  it('of moves may come in any order: the photo’s newest place stands', async () => {
    const { ownerId: userId, firstAssessment } = await assessments.onboardedOwner();
    const photoId = firstAssessment.photoIds[0]!;
    const [assessor] = await assessments.assessors(1);
    await assessments.startedAssessment(userId, 1);
    const placed = { photoId, userId, wasFirstProfileSet: false };
    const returned = { photoId, userId, wasInProfile: true };
    const stream = `photo-${photoId}`;
    const away = await assessments.publish(photosEvents.PhotoReturnedToBank, returned, stream, 12);
    await assessments.settled('record-move-on-photo-returned-to-bank', away);
    const late = await assessments.publish(photosEvents.PhotoPlacedInProfile, placed, stream, 11);
    await assessments.settled('record-move-on-photo-placed-in-profile', late);
    expect((await assessments.open(assessor!, userId)).benchmarkPhotoIds).toEqual([]);
    const back = await assessments.publish(photosEvents.PhotoPlacedInProfile, placed, stream, 13);
    await assessments.settled('record-move-on-photo-placed-in-profile', back);
    expect((await assessments.open(assessor!, userId)).benchmarkPhotoIds).toEqual([photoId]);
  });

  it('of a photo put away makes room in the pool, unless it is late news of before the start', async () => {
    const { ownerId: userId } = await assessments.onboardedOwner();
    const before = assessments.clock();
    assessments.passTime(1_000);
    const { photoIds } = await assessments.startedAssessment(userId, 6);
    const putAway = async (recordedAt: Date, version: number) => {
      const data = { photoId: photoIds[0]!, userId, wasInProfile: false };
      const stream = `photo-${photoIds[0]}`;
      const event = await assessments.publish(photosEvents.PhotoReturnedToBank, data, stream, version, recordedAt);
      await assessments.settled('record-move-on-photo-returned-to-bank', event);
    };
    await putAway(before, 4);
    await expect(assessments.openedAssessment(userId, 1)).rejects.toMatchObject({ code: 'POOL_FULL' });
    await putAway(assessments.clock(), 5);
    await assessments.openedAssessment(userId, 1);
    await expect(assessments.openedAssessment(userId, 1)).rejects.toMatchObject({ code: 'POOL_FULL' });
  });

  it('of waiting for a start that was given up ends nothing that has started', async () => {
    const { ownerId: userId } = await assessments.onboardedOwner();
    const newcomer = await assessments.startedAssessment();
    const later = await assessments.startedAssessment(userId, 1);
    const waiting = await assessments.openedAssessment(userId, 1);
    assessments.passTime(16 * 60_000);
    const givenUp = await Promise.all(
      [newcomer, later, waiting].map(
        ({ ownerId, photoIds: [photoId], photoAssessmentId: awaitedPhotoAssessmentId }) => {
          const data = { photoId: photoId!, userId: ownerId, wasInProfile: false, awaitedPhotoAssessmentId };
          return assessments.publish(photosEvents.PhotoReturnedToBank, data, `photo-${photoId}`, 2);
        },
      ),
    );
    await assessments.settled('record-move-on-photo-returned-to-bank', ...givenUp);
    for (const { photoAssessmentId } of [newcomer, later]) {
      const types = (await assessments.eventsOf(`photo-assessment-${photoAssessmentId}`)).map(({ type }) => type);
      expect(types).toEqual(['StartOpened', 'PhotoAssessmentStarted']);
    }
    expect(await ownerTypes(newcomer.ownerId)).toEqual(['StartReserved', 'StartTaken']);
    const left = (await assessments.eventsOf(`owner-${userId}`)).filter(({ type }) => type === 'PhotoLeftPool');
    expect(left.map(({ data }) => data.photoId)).toContain(waiting.photoIds[0]);
    expect(left.map(({ data }) => data.photoId)).not.toContain(later.photoIds[0]);
  });

  it('that cannot be read is put aside and stops nothing', async () => {
    const broken = await assessments.publish(identityEvents.AssessorApproved, { userId: 'nobody' } as never);
    const [userId] = await assessments.assessors(1);
    expect((await assessments.feed(userId!)).entries).toBeDefined();
    const letters = await assessments.session.query<{ subscriber: string }>(
      'select subscriber from dead_letters where payload like $1',
      [`%${broken.eventId}%`],
    );
    expect(letters).toEqual([{ subscriber: 'allow-assessor-on-assessor-approved' }]);
  });
});
