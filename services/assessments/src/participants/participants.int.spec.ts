import { identityEvents, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId } from '../assessments.fixture.spec.js';

const { AccountDeleted, AudienceChosen, SelfDescriptionChosen } = identityEvents;

describe('a participant', () => {
  let assessments: AssessmentsFixture;
  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
  });
  afterAll(() => assessments.stop());

  const describes = async (userId: UserId, description: object, version: number) => {
    const data = { userId, gender: null, interestedIn: null, bornFrom: null, ...description };
    const event = await assessments.publish(SelfDescriptionChosen, data, `account-${userId}`, version);
    await assessments.settled('record-description-on-self-description-chosen', event);
    return event;
  };
  const seeks = async (userId: UserId, audience: object, version: number) => {
    const data = { userId, gender: 'All' as const, ageFrom: null, ageTo: null, ...audience };
    const event = await assessments.publish(AudienceChosen, data, `account-${userId}`, version);
    await assessments.settled('record-audience-on-audience-chosen', event);
    return event;
  };
  const leaves = async (userId: UserId) => {
    const event = await assessments.publish(AccountDeleted, { userId, eraseAt: new Date().toISOString() });
    await assessments.settled('end-assessments-on-account-deleted', event);
  };
  const rowOf = async (userId: UserId) => {
    const [row] = await assessments.session.query(
      `select gender, interested_in, born_from, seeks_gender, seeks_age_from, seeks_age_to from participant
        where user_id = $1`,
      [userId],
    );
    return row;
  };
  const unknown = { gender: null, interested_in: null, born_from: null };
  const everybody = { seeks_gender: null, seeks_age_from: null, seeks_age_to: null };

  it('has the newest description of the account, told twice or late', async () => {
    const userId = newUserId();
    const described = await describes(userId, { gender: 'Woman', interestedIn: 'Men', bornFrom: 1995 }, 5);
    const known = { gender: 'Woman', interested_in: 'Men', born_from: 1995, ...everybody };
    expect(await rowOf(userId)).toEqual(known);
    await describes(userId, { gender: 'Another' }, 3);
    expect(await rowOf(userId)).toEqual(known);
    await describes(userId, { interestedIn: 'All' }, 7);
    await assessments.deliver(SelfDescriptionChosen, described);
    expect(await rowOf(userId)).toEqual({ ...unknown, ...everybody, interested_in: 'All' });
  });

  it('has the newest audience of the account, where everybody is null', async () => {
    const userId = newUserId();
    const chosen = await seeks(userId, { gender: 'Man', ageFrom: 30, ageTo: 40 }, 5);
    const known = { ...unknown, seeks_gender: 'Man', seeks_age_from: 30, seeks_age_to: 40 };
    expect(await rowOf(userId)).toEqual(known);
    await seeks(userId, { gender: 'Woman' }, 4);
    expect(await rowOf(userId)).toEqual(known);
    await seeks(userId, { ageTo: 99 }, 6);
    await assessments.deliver(AudienceChosen, chosen);
    expect(await rowOf(userId)).toEqual({ ...unknown, ...everybody, seeks_age_to: 99 });
  });

  it('keeps description and audience apart, whichever comes first', async () => {
    const userId = newUserId();
    await seeks(userId, { gender: 'Woman' }, 9);
    await describes(userId, { gender: 'Man' }, 2);
    expect(await rowOf(userId)).toEqual({ ...unknown, ...everybody, gender: 'Man', seeks_gender: 'Woman' });
  });

  it('loses both at leaving, and gets neither from late news', async () => {
    const [known, unheard] = [newUserId(), newUserId()];
    await describes(known, { gender: 'Woman', interestedIn: 'Men', bornFrom: 1995 }, 2);
    await seeks(known, { gender: 'Man', ageFrom: 30, ageTo: 40 }, 3);
    for (const userId of [known, unheard]) {
      await leaves(userId);
      expect(await rowOf(userId)).toEqual({ ...unknown, ...everybody });
      await describes(userId, { gender: 'Woman' }, 8);
      await seeks(userId, { gender: 'Man', ageFrom: 30 }, 9);
      expect(await rowOf(userId)).toEqual({ ...unknown, ...everybody });
    }
  });
});
