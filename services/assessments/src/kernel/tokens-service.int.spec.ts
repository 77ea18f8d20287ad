import { assessmentsRpc, type PhotoId, type ProfileAssessmentId, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnAssessment, refusalOf } from '../assessments.fixture.spec.js';
import { ProfilesFixture } from '../profile-assessment/profiles.fixture.spec.js';

describe('an act whose answer contains a balance', () => {
  let assessments: AssessmentsFixture;
  let profiles: ProfilesFixture;
  let ownerId: UserId;
  let assessorId: UserId;
  let planner: PhotoId[];
  let running: OwnAssessment;
  let profileAssessmentId: ProfileAssessmentId;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    profiles = await ProfilesFixture.start(assessments);
  });
  afterAll(async () => {
    await profiles.stop();
    await assessments.stop();
  });
  beforeEach(async () => {
    assessments.balances.come();
    const onboarded = await assessments.onboardedOwner();
    ownerId = onboarded.ownerId;
    planner = onboarded.firstAssessment.photoIds.slice(0, 1);
    running = await assessments.startedAssessment(ownerId, 1, { testLimit: 4 });
    [assessorId] = (await assessments.assessors(1)) as [UserId];
    ({ profileAssessmentId } = await profiles.request(ownerId, planner, { assessorsCount: 3 }));
    await profiles.openProfile(assessorId, profileAssessmentId);
    await assessments.open(assessorId, ownerId);
  });

  const adjust = () => {
    const request = { userId: ownerId, photoId: running.photoIds[0]!, difference: -1 };
    return assessments.rpc.call(assessmentsRpc.adjustAssessment, request, assessments.context(ownerId));
  };
  const ACTS: [string, () => Promise<object>, object, object][] = [
    ['a change of an assessment', adjust, { remainingTokens: 105 }, { remainingTokens: 105 }],
    [
      'a change of a profile assessment',
      () => profiles.change(ownerId, profileAssessmentId, { assessorsCount: 1 }),
      { remainingTokens: 105 },
      { remainingTokens: 110 },
    ],
    [
      'the end of a profile assessment',
      () => profiles.end(ownerId, profileAssessmentId),
      { remainingTokens: 105 },
      { remainingTokens: 115 },
    ],
    [
      'ratings',
      () => assessments.submit(running, assessorId),
      { tokensEarned: 10, availableTokens: 130, payableTokens: 0 },
      { tokensEarned: 10, availableTokens: 110, payableTokens: 0 },
    ],
    [
      'comments on a profile',
      () => profiles.evaluate(profileAssessmentId, ownerId, assessorId),
      { tokensEarned: 10, availableTokens: 130, payableTokens: 0 },
      { tokensEarned: 10, availableTokens: 110, payableTokens: 0 },
    ],
  ];

  it.each(ACTS)('is answered with the balance once it is booked: %s', async (_, act, booked) => {
    expect(await act()).toMatchObject(booked);
  });

  it.each(ACTS)(
    'is answered with a computed balance if the tokens service goes away: %s',
    async (_, act, __, computed) => {
      assessments.balances.leaveAfterNext();
      expect(await act()).toMatchObject(computed);
    },
  );

  it.each(ACTS)('is not done without the tokens service: %s', async (_, act) => {
    const events = () => assessments.session.query('select count(*) from events');
    const before = await events();
    assessments.balances.leave('getBalance');
    expect(await refusalOf(act())).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await events()).toEqual(before);
  });
});
