import { randomUUID } from 'node:crypto';
import {
  identityRoutes,
  type PhotoId,
  type ProfileAssessmentId,
  reportsRoutes,
  evaluationGroupsRoutes as routes,
} from '@candid/contracts';
import { PASSKEY, type Person } from '@candid/testing';
import { expect } from '@jest/globals';
import { type Cases, refuses } from '../case.js';
import type { World } from '../world.js';
import { LOOK, OPENINGS, PAUSED } from './assessments.js';
import { ON_HOLD, reporter } from './moderated.js';
import { firstTimer, once, poor } from './people.js';

const NO_GROUP = 'There is no such profile assessment.';
const NOT_ASSESSOR = { code: 'FORBIDDEN', message: 'Only approved assessors may assess photos.' } as const;
const NO_START =
  "You'll be able to start new assessments once you have moved at least 1 photo into your Profile Planner.";
const TOO_POOR = 'Insufficient tokens. Please purchase more tokens.';
const FEW = 'Please select at least 1 evaluator';

const profileOwner = once((world) => world.newOwner());

/** An owner who is also an approved assessor. */
const assessingOwner = once(async (world) => {
  const owner = await world.newOwner();
  await owner.expect(identityRoutes.approveAssessor, { body: { passkey: PASSKEY } });
  return owner;
});

const poorProfileOwner = once(async (world) => {
  const owner = await world.newOwner();
  await newGroup(owner);
  await world.grant(owner, -(await owner.user()).tokenCount);
  return owner;
});

const plannerOf = async (owner: Person): Promise<PhotoId[]> => (await owner.photos('profile')).map(({ _id }) => _id);

async function wanted(owner: Person, evaluatorsCount = 2) {
  return { photoIds: await plannerOf(owner), evaluatorsCount, userId: owner.userId };
}

async function groupsOf(owner: Person) {
  return (await owner.expect(routes.listOwnGroups, { params: { userId: owner.userId } })).groups;
}

async function endAll(owner: Person): Promise<void> {
  for (const { groupId, running } of await groupsOf(owner)) {
    if (running) await owner.expect(routes.endGroup, { params: { groupId }, body: { userId: owner.userId } });
  }
}

/** Ends all running rounds and starts a new one. */
async function newGroup(owner: Person, evaluatorsCount = 2): Promise<ProfileAssessmentId> {
  await endAll(owner);
  return (await owner.expect(routes.requestGroup, { body: await wanted(owner, evaluatorsCount) })).groupId;
}

const evaluationOf = (
  rater: Person,
  owner: Person,
  groupId: ProfileAssessmentId,
  comments: unknown[] = [[51, 101, 15]],
) => ({
  groupId,
  userId: owner.userId,
  raterId: rater.userId,
  comments,
});

async function evaluated(
  world: World,
  evaluatorsCount: number,
  raters: Person[],
): Promise<[Person, ProfileAssessmentId]> {
  const owner = await profileOwner(world);
  const groupId = await newGroup(owner, evaluatorsCount);
  for (const rater of raters) {
    await rater.expect(routes.submitGeneralRating, { body: evaluationOf(rater, owner, groupId) });
  }
  return [owner, groupId];
}

/** An owner with an open profile assessment in which one photo is held. */
const heldProfile = once(async (world) => {
  const [owner, assessor] = await Promise.all([world.newOwner(), reporter(world)]);
  const groupId = await newGroup(owner);
  const { group } = await assessor.expect(routes.getGroup, { params: { groupId } });
  const body = { photoId: group.photos[0]!._id, reason: 'minor' };
  await assessor.expect(reportsRoutes.report, { body });
  return { owner, groupId };
});

export const evaluationGroupsCases: Cases = {
  requestEvaluationGroup: {
    actor: async (world) => {
      const owner = await profileOwner(world);
      await endAll(owner);
      return owner;
    },
    request: async (_, owner) => ({ body: await wanted(owner) }),
    check: ({ body }) => expect(body).toMatchObject({ estimatedTime: 30 }),
    refusals: [
      refuses(
        'VALIDATION_FAILED',
        FEW,
        async (world) => {
          const owner = await profileOwner(world);
          return [owner, { body: await wanted(owner, 0) }];
        },
        [{ field: 'evaluatorsCount', message: FEW }],
      ),
      refuses('PHOTO_HELD', ON_HOLD, async (world) => {
        const { owner } = await heldProfile(world);
        await endAll(owner);
        return [owner, { body: await wanted(owner) }];
      }),
      refuses('INSUFFICIENT_TOKENS', TOO_POOR, async (world) => {
        const owner = await poor(world);
        return [owner, { body: await wanted(owner) }];
      }),
      refuses('ONBOARDING_INCOMPLETE', NO_START, async (world) => {
        const owner = await firstTimer(world);
        return [owner, { body: { ...(await wanted(owner)), photoIds: [await world.bankPhoto(owner)] } }];
      }),
      refuses('CONFLICT', 'Your profile is being assessed already.', async (world) => {
        const owner = await profileOwner(world);
        await newGroup(owner);
        return [owner, { body: await wanted(owner) }];
      }),
      refuses('CONFLICT', 'Your Profile Planner has changed. Please check its photos and try again.', async (world) => {
        const owner = await profileOwner(world);
        await endAll(owner);
        return [owner, { body: { ...(await wanted(owner)), photoIds: [await world.bankPhoto(owner)] } }];
      }),
    ],
  },
  changeEvaluationGroup: {
    actor: profileOwner,
    notFound: NO_GROUP,
    request: async (_, owner) => ({
      params: { groupId: await newGroup(owner) },
      body: { evaluatorsCount: 3, userId: owner.userId },
    }),
    check: ({ body }) => expect(body).toMatchObject({ estimatedTime: 45 }),
    refusals: [
      refuses('VALIDATION_FAILED', FEW, async (world) => {
        const owner = await profileOwner(world);
        const body = { evaluatorsCount: 0, userId: owner.userId };
        return [owner, { params: { groupId: await newGroup(owner) }, body }];
      }),
      refuses('PHOTO_HELD', ON_HOLD, async (world) => {
        const { owner, groupId } = await heldProfile(world);
        return [owner, { params: { groupId }, body: { evaluatorsCount: 3, userId: owner.userId } }];
      }),
      refuses('INSUFFICIENT_TOKENS', TOO_POOR, async (world) => {
        const owner = await poorProfileOwner(world);
        const [group] = await groupsOf(owner);
        return [owner, { params: { groupId: group!.groupId }, body: { evaluatorsCount: 3, userId: owner.userId } }];
      }),
      refuses('CONFLICT', 'This profile has 2 evaluations already.', async (world) => {
        const [owner, groupId] = await evaluated(world, 3, world.raters.slice(0, 2));
        return [owner, { params: { groupId }, body: { evaluatorsCount: 1, userId: owner.userId } }];
      }),
      refuses(
        'CONFLICT',
        'This profile assessment is of other photos. Please request a new one for your current profile.',
        async (world) => {
          const owner = await profileOwner(world);
          const body = { evaluatorsCount: 2, userId: owner.userId, photoIds: [randomUUID()] };
          return [owner, { params: { groupId: await newGroup(owner) }, body }];
        },
      ),
    ],
  },
  listEvaluationGroups: {
    request: (_, { userId }) => ({ query: { excludeUserId: userId } }),
    refusals: [
      refuses(NOT_ASSESSOR.code, NOT_ASSESSOR.message, ({ other }) => [
        other,
        { query: { excludeUserId: other.userId } },
      ]),
    ],
  },
  getEvaluationGroup: {
    elsewhere: { ASSESSOR_PAUSED: PAUSED, RATE_LIMITED: OPENINGS },
    actor: profileOwner,
    request: async (world) => ({ params: { groupId: await newGroup(await profileOwner(world), 10) } }),
    columns: {
      'another user': NOT_ASSESSOR,
      'an assessor without a slot': 'answered',
      support: NOT_ASSESSOR,
      moderator: NOT_ASSESSOR,
    },
    refusals: [
      refuses('NOT_FOUND', NO_GROUP, ({ assessor }) => [assessor, { params: { groupId: randomUUID() } }]),
      refuses('NOT_FOUND', NO_GROUP, async (world) => {
        const [, groupId] = await evaluated(world, 2, [world.assessor]);
        return [world.assessor, { params: { groupId } }];
      }),
    ],
  },
  endEvaluationGroup: {
    actor: profileOwner,
    notFound: NO_GROUP,
    request: async (_, owner) => ({ params: { groupId: await newGroup(owner) }, body: { userId: owner.userId } }),
    check: ({ body }) => expect(body).toMatchObject({ refundedTokens: 10 }),
  },
  listOwnEvaluationGroups: { request: (_, { userId }) => ({ params: { userId }, query: { currentProfile: 'false' } }) },
  submitGeneralRating: {
    request: async (world, who) => {
      const owner = await profileOwner(world);
      return { body: evaluationOf(who, owner, await newGroup(owner)) };
    },
    check: ({ body }) => expect(body).toMatchObject({ tokensEarned: 0, isRewarded: false }),
    elsewhere: { ASSESSOR_PAUSED: PAUSED, TOO_FAST: LOOK },
    refusals: [
      refuses(
        'VALIDATION_FAILED',
        'Please leave at least 1 comment on this profile.',
        async (world) => {
          const owner = await profileOwner(world);
          return [world.assessor, { body: evaluationOf(world.assessor, owner, await newGroup(owner), []) }];
        },
        [{ field: 'comments', message: 'Please leave at least 1 comment on this profile.' }],
      ),
      refuses('FORBIDDEN', 'You cannot assess your own profile.', async (world) => {
        const owner = await assessingOwner(world);
        return [owner, { body: evaluationOf(owner, owner, await newGroup(owner)) }];
      }),
      refuses(NOT_ASSESSOR.code, NOT_ASSESSOR.message, async (world) => {
        const owner = await profileOwner(world);
        return [world.other, { body: evaluationOf(world.other, owner, await newGroup(owner)) }];
      }),
      refuses('NOT_FOUND', NO_GROUP, async (world) => [
        world.assessor,
        { body: evaluationOf(world.assessor, await profileOwner(world), randomUUID() as ProfileAssessmentId) },
      ]),
      refuses('ALREADY_RATED', 'You have already assessed this profile.', async (world) => {
        const [owner, groupId] = await evaluated(world, 2, [world.assessor]);
        return [world.assessor, { body: evaluationOf(world.assessor, owner, groupId, [[51, 102, 3]]) }];
      }),
      refuses('ASSESSMENT_COMPLETE', 'This profile assessment has all its evaluations already.', async (world) => {
        const [owner, groupId] = await evaluated(world, 1, world.raters.slice(0, 1));
        return [world.assessor, { body: evaluationOf(world.assessor, owner, groupId) }];
      }),
    ],
  },
  getGeneralRatings: {
    request: (_, { userId }) => ({ params: { userId } }),
    refusals: [
      refuses('VALIDATION_FAILED', 'This is not a cursor of this list.', ({ owner: { userId }, owner }) => [
        owner,
        { params: { userId }, query: { cursor: 'later' } },
      ]),
    ],
  },
  getProfileConfidenceRange: {
    actor: profileOwner,
    notFound: NO_GROUP,
    request: async (_, owner) => ({ params: { groupId: await newGroup(owner) } }),
    check: ({ body }) => expect(body).toMatchObject({ confidenceRange: [1, 20] }),
  },
};
