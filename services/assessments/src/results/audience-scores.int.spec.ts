import { assessmentsRpc, identityEvents, type PhotoId, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnAssessment } from '../assessments.fixture.spec.js';

describe('scores of the people whom a profile is for', () => {
  let assessments: AssessmentsFixture;
  let ownerId: UserId;
  let photoAssessment: OwnAssessment;
  const photoOf = (index: number) => photoAssessment.photoIds[index]!;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    await assessments.startWorker();
    ({ ownerId } = await assessments.onboardedOwner());
    const data = { userId: ownerId, gender: 'Woman', ageFrom: null, ageTo: null } as const;
    const chosen = await assessments.publish(identityEvents.AudienceChosen, data, `account-${ownerId}`, 4);
    await assessments.settled('record-audience-on-audience-chosen', chosen);
    photoAssessment = await assessments.startedAssessment(ownerId, 2, { testLimit: 8 });
  });
  afterAll(() => assessments.stop());

  /** Each assessor gives the first photo the first score, and the second photo the second score. */
  async function rate(gender: 'Man' | 'Woman', count: number, scores: [number, number]): Promise<void> {
    for (const userId of await assessments.assessors(count)) {
      await describeAs(userId, gender, 3);
      await assessments.open(userId, ownerId);
      const ratings = photoAssessment.photoIds.map((photoId, index) => ({
        photoId,
        rating: scores[index]!,
        comments: [[7, 45, 16]] as [number, number, number][],
      }));
      const request = { assessorId: userId, ownerId, ratings };
      await assessments.rpc.call(assessmentsRpc.submitRatings, request, assessments.context(userId));
    }
    await aggregated();
  }
  async function describeAs(userId: UserId, gender: 'Man' | 'Woman', version: number): Promise<void> {
    const data = { userId, gender, interestedIn: null, bornFrom: null };
    const said = await assessments.publish(identityEvents.SelfDescriptionChosen, data, `account-${userId}`, version);
    await assessments.settled('record-description-on-self-description-chosen', said);
  }
  const aggregated = () =>
    eventually(async () => {
      const open = `select from work_items where queue = 'aggregate-photos' and completed_at is null`;
      expect(await assessments.session.query(open)).toEqual([]);
    });
  const scoreOf = (photoId = photoOf(0)) =>
    assessments.rpc.call(assessmentsRpc.getConfidenceRange, { userId: ownerId, photoId }, assessments.context(ownerId));
  const compare = (photoIds: PhotoId[] = [...photoAssessment.photoIds]) =>
    assessments.rpc.call(assessmentsRpc.comparePhotos, { userId: ownerId, photoIds }, assessments.context(ownerId));
  const choose = (compareBy: 'anyone' | 'audience') =>
    assessments.rpc.call(
      assessmentsRpc.updateScorePreferences,
      { userId: ownerId, compareBy },
      assessments.context(ownerId),
    );

  it('appear beside those of all once three of them have rated, and order photos if the owner wants that', async () => {
    await rate('Woman', 2, [4, 16]);
    expect((await scoreOf()).audienceScore).toBeNull();
    expect(await choose('audience')).toEqual({ stopWhenSettled: false, compareBy: 'audience' });
    expect((await compare()).by).toBe('anyone');
    await rate('Woman', 1, [4, 16]);
    await rate('Man', 2, [18, 3]);
    // The audience's score and the score of all assessors would together reveal the ratings of the two men.
    expect((await scoreOf()).audienceScore).toBeNull();
    expect((await compare()).by).toBe('anyone');
    await rate('Man', 3, [18, 3]);
    const { fairScore, audienceScore } = await scoreOf();
    expect(fairScore).toMatchObject({ raters: 8 });
    expect(audienceScore).toMatchObject({ raters: 'few', differs: expect.any(Boolean) });
    expect(audienceScore!.score).toBeLessThan(fairScore!.score);
    expect(audienceScore!.low).toBeLessThan(audienceScore!.score);
    const byAudience = await compare();
    expect(byAudience.by).toBe('audience');
    expect(byAudience.fairScores.map((one) => one.audienceScore?.raters)).toEqual(['few', 'few']);
    await choose('anyone');
    const byAnyone = await compare();
    expect(byAnyone.by).toBe('anyone');
    expect(byAudience.comparisons[0]!.probability).toBeLessThan(byAnyone.comparisons[0]!.probability);
  });

  it('do not tell by a comparison who it was, where fewer than three of them have rated', async () => {
    const single = await assessments.startedAssessment(ownerId, 1);
    const [assessor] = (await assessments.assessors(1)) as [UserId];
    await describeAs(assessor, 'Woman', 3);
    const { photos } = await assessments.open(assessor, ownerId);
    await assessments.rate(ownerId, assessor, assessments.ratingsFor(photos.map(({ photoId }) => photoId)));
    await aggregated();
    await choose('audience');
    const photoIds = [photoOf(1), single.photoIds[0]!];
    const ofWoman = await compare(photoIds);
    await describeAs(assessor, 'Man', 4);
    expect(ofWoman.by).toBe('audience');
    expect(await compare(photoIds)).toEqual(ofWoman);
  });

  it('follow what the owner and the assessors say now', async () => {
    const data = { userId: ownerId, gender: 'Man', ageFrom: null, ageTo: null } as const;
    const chosen = await assessments.publish(identityEvents.AudienceChosen, data, `account-${ownerId}`, 5);
    await assessments.settled('record-audience-on-audience-chosen', chosen);
    expect((await scoreOf()).audienceScore).toMatchObject({ raters: 'few' });
    const nobody = { ...data, gender: 'All' } as const;
    const cleared = await assessments.publish(identityEvents.AudienceChosen, nobody, `account-${ownerId}`, 6);
    await assessments.settled('record-audience-on-audience-chosen', cleared);
    expect((await scoreOf()).audienceScore).toBeNull();
  });
});
