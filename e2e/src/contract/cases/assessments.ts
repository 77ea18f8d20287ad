import { randomUUID } from 'node:crypto';
import type { PhotoId } from '@candid/contracts';
import { identityRoutes } from '@candid/contracts';
import { PASSKEY } from '@candid/testing';
import { expect } from '@jest/globals';
import { type Cases, refuses } from '../case.js';
import { ratingOf } from '../world.js';
import { host, inFirstAssessment, once } from './people.js';
import { pausedAssessor } from './raters.js';

/** An owner who is also an approved assessor. */
const assessingHost = once(async (world) => {
  const owner = await host(world);
  await owner.expect(identityRoutes.approveAssessor, { body: { passkey: PASSKEY } });
  return owner;
});

/** Specs that provoke refusals that would take too many calls here: a pause takes twenty photo assessments. */
export const OPENINGS = 'services/assessments/src/slots/open-person.int.spec.ts';
export const PAUSED = 'services/assessments/src/assessor-quality/judge-assessor.int.spec.ts';
/** Spec that provokes the refusal of ratings of unviewed photos. The system of these tests accepts such ratings. */
export const LOOK = 'services/assessments/src/slots/submit-ratings.int.spec.ts';
const NO_CURSOR = 'This is not a cursor of this list.';
const CHECK = 'Please check what you entered.';

export const assessmentsCases: Cases = {
  listPublicTests: {
    request: (_, { userId }) => ({ query: { currentUserId: userId } }),
    refusals: [
      refuses('VALIDATION_FAILED', 'This is not a page of the feed.', ({ assessor }) => [
        assessor,
        { query: { currentUserId: assessor.userId, cursor: 'nowhere' } },
      ]),
      refuses('FORBIDDEN', 'Only approved assessors may assess photos.', ({ other }) => [
        other,
        { query: { currentUserId: other.userId } },
      ]),
    ],
  },
  submitRatings: {
    request: async (world, who) => {
      const owner = await host(world);
      return { body: ratingOf(who, owner, await world.runningPhoto(owner)) };
    },
    check: ({ body }) => expect(body).toMatchObject({ tokensEarned: 0, isRewarded: false }),
    elsewhere: { TOO_FAST: LOOK },
    refusals: [
      refuses(
        'VALIDATION_FAILED',
        'Please rate this photo.',
        async (world) => {
          const owner = await host(world);
          return [world.assessor, { body: ratingOf(world.assessor, owner, await world.runningPhoto(owner), 10.5) }];
        },
        [{ field: 'ratings[0].rating', message: 'Please rate this photo.' }],
      ),
      refuses('FORBIDDEN', 'You cannot assess your own photos.', async (world) => {
        const owner = await assessingHost(world);
        return [owner, { body: ratingOf(owner, owner, await world.runningPhoto(owner)) }];
      }),
      refuses('FORBIDDEN', 'Only approved assessors may assess photos.', async (world) => {
        const owner = await host(world);
        return [world.other, { body: ratingOf(world.other, owner, await world.runningPhoto(owner)) }];
      }),
      refuses('ASSESSOR_PAUSED', /^Your assessing is paused\. .* You can appeal against it\.$/, async (world) => {
        const [owner, paused] = [await host(world), await pausedAssessor(world)];
        return [paused, { body: ratingOf(paused, owner, await world.runningPhoto(owner)) }];
      }),
      refuses('NOT_FOUND', 'There is no such assessment.', async (world) => [
        world.assessor,
        { body: ratingOf(world.assessor, await host(world), randomUUID() as PhotoId) },
      ]),
      refuses('ALREADY_RATED', 'You have already assessed these photos.', async (world) => {
        const owner = await host(world);
        const photoId = await world.runningPhoto(owner);
        await world.rate(world.assessor, owner, photoId);
        return [world.assessor, { body: ratingOf(world.assessor, owner, photoId, 3) }];
      }),
      refuses('ASSESSMENT_COMPLETE', 'This assessment has all its ratings already.', async (world) => {
        const owner = await host(world);
        const photoId = await world.runningPhoto(owner, { testLimit: 1 });
        await world.rate(world.raters[0]!, owner, photoId);
        return [world.assessor, { body: ratingOf(world.assessor, owner, photoId) }];
      }),
    ],
  },
  getRatings: {
    request: async ({ owner }) => ({ params: { photoId: (await owner.photos('profile'))[0]!._id } }),
    check: ({ body }) => expect(body).toMatchObject({ currentRatings: { length: 4 }, nextCursor: null }),
    refusals: [
      refuses('VALIDATION_FAILED', NO_CURSOR, async ({ owner }) => {
        const photoId = (await owner.photos('profile'))[0]!._id;
        return [owner, { params: { photoId }, query: { cursor: 'later' } }];
      }),
    ],
  },
  getRatingGroups: {
    request: (_, { userId }) => ({ params: { userId }, query: { limit: '1' } }),
    refusals: [
      refuses('VALIDATION_FAILED', NO_CURSOR, ({ owner: { userId }, owner }) => [
        owner,
        { params: { userId }, query: { cursor: 'later' } },
      ]),
    ],
  },
  getConfidenceRange: {
    request: async ({ owner }) => ({ params: { photoId: (await owner.photos('profile'))[0]!._id } }),
  },
  comparePhotos: {
    request: async (_, person) => ({
      params: { userId: person.userId },
      query: { photoIds: (await person.photos('testing')).map(({ _id }) => _id).join(',') },
    }),
    actor: inFirstAssessment,
    check: ({ body }) => expect(body).toMatchObject({ fairScores: { length: 2 } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ owner: { userId }, owner }) => [
        owner,
        { params: { userId }, query: { photoIds: 'one' } },
      ]),
      refuses('NOT_FOUND', 'There is no such photo.', async ({ owner, assessor: { userId }, assessor }) => {
        const photoIds = (await owner.photos('profile')).map(({ _id }) => _id);
        return [assessor, { params: { userId }, query: { photoIds: [...photoIds, randomUUID()].join(',') } }];
      }),
    ],
  },
  getAssessmentOutlook: {
    request: (_, { userId }) => ({ params: { userId }, query: { testLimit: '4' } }),
    // The times are measured once the other lanes have completed enough assessments.
    check: ({ body }) => expect(body).toMatchObject({ success: true, anyone: { first: expect.any(Number) } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ owner: { userId }, owner }) => [
        owner,
        { params: { userId }, query: { testLimit: '0' } },
      ]),
    ],
  },
  getExpectedRatings: { request: (_, { userId }) => ({ params: { userId } }) },
  getCommentAssociations: {
    request: (_, { userId }) => ({ params: { userId } }),
    check: ({ body }) => expect(body).toMatchObject({ minimum: { ratings: 10, photos: 2 }, statements: [] }),
  },
  getScorePreferences: { request: (_, { userId }) => ({ params: { userId } }) },
  updateScorePreferences: {
    request: (_, { userId }) => ({ body: { userId, stopWhenSettled: false } }),
    check: ({ body }) => expect(body).toEqual({ success: true, stopWhenSettled: false, compareBy: 'anyone' }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ owner: { userId }, owner }) => [
        owner,
        { body: { userId, stopWhenSettled: 'perhaps' } },
      ]),
    ],
  },
  calculateRefund: {
    actor: inFirstAssessment,
    request: async (_, person) => ({
      body: { userId: person.userId, photoId: (await person.photos('testing'))[0]!._id },
    }),
    check: ({ body }) => expect(body).toEqual({ success: true, refundTokens: 20 }),
  },
};
