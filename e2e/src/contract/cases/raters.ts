import { randomUUID } from 'node:crypto';
import { assessmentsRoutes } from '@candid/contracts';
import { inServiceDatabase } from '@candid/testing';
import { expect } from '@jest/globals';
import { type Cases, refuses } from '../case.js';
import { ratingOf } from '../world.js';
import { host, once } from './people.js';

const CHECK = 'Please check what you entered.';
const TESTS_MAX = 60;

/** An assessor paused for submitting the same score again and again without viewing the photos. */
export const pausedAssessor = once(async (world) => {
  const [owner, assessor] = [await host(world), await world.newAssessor()];
  for (let test = 0; test < TESTS_MAX; test += 1) {
    const body = ratingOf(assessor, owner, await world.runningPhoto(owner));
    const { status } = await assessor.call(assessmentsRoutes.submitRatings, { body });
    if (status === 403) return assessor;
  }
  throw new Error(`not paused after ${TESTS_MAX} tests`);
});

/** Creates two photos in an owner's bank, from which a gold pair can be made. */
const housePair = once(async (world) => {
  const house = await world.newOwner();
  return { finePhotoId: await world.bankPhoto(house), badPhotoId: await world.bankPhoto(house) };
});

/** Inserts a group of linked accounts as the worker's search does. The next search, an hour later, would remove it. */
const linkedAccounts = once(async ({ system, owner, assessor }) => {
  const sql = `with search as (
      insert into linked_accounts_search (begun_at) values (now())
      on conflict (only_row) do update set begun_at = excluded.begun_at
    ), found as (
      insert into linked_group (group_id, kind, since, reasons)
      values (gen_random_uuid(), 'mutual', now(), '[{"reason":"mutual-ratings","submissions":40,"share":0.8}]')
      returning group_id
    )
    insert into linked_account (group_id, user_id) select group_id, unnest($1::uuid[]) from found`;
  await inServiceDatabase(system, 'assessments', sql, [[owner.userId, assessor.userId]]);
});

export const ratersCases: Cases = {
  getRaterStanding: {
    request: (_, { userId }) => ({ params: { userId } }),
    check: ({ body }) => expect(body).toMatchObject({ standing: 'good', reason: null, canAppeal: false }),
  },
  appealRaterStanding: {
    actor: pausedAssessor,
    request: (_, { userId }) => ({ body: { userId, text: 'I look at every photo.' } }),
    check: ({ body }) => expect(body).toMatchObject({ standing: 'paused', canAppeal: false }),
    refusals: [
      refuses('VALIDATION_FAILED', 'Please use 1000 words at most.', ({ owner, owner: { userId } }) => [
        owner,
        { body: { userId, text: 'no '.repeat(1001) } },
      ]),
      refuses(
        'CONFLICT',
        'Your assessing is not paused: there is nothing to appeal against.',
        ({ assessor, assessor: { userId } }) => [assessor, { body: { userId, text: 'Why?' } }],
      ),
      refuses('CONFLICT', 'You have appealed already. We will look into it.', async (world) => {
        const assessor = await pausedAssessor(world);
        return [assessor, { body: { userId: assessor.userId, text: 'Again.' } }];
      }),
    ],
  },
  listRaters: {
    request: async (world) => {
      await pausedAssessor(world);
      return { query: { standing: 'paused' } };
    },
    check: ({ body }) =>
      expect(body).toMatchObject({ raters: [{ signal: 'straight-lining', appeal: 'I look at every photo.' }] }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { query: { standing: 'fine' } }]),
      refuses('VALIDATION_FAILED', 'This is not a cursor of this list.', ({ support }) => [
        support,
        { query: { cursor: 'none' } },
      ]),
    ],
  },
  listLinkedAccounts: {
    request: async (world) => {
      await linkedAccounts(world);
      return {};
    },
    check: ({ body }) =>
      expect(body).toMatchObject({ groups: [{ kind: 'mutual', reasons: [{ submissions: 40, share: 0.8 }] }] }),
    refusals: [
      refuses('VALIDATION_FAILED', 'This is not a cursor of this list.', ({ support }) => [
        support,
        { query: { cursor: 'none' } },
      ]),
    ],
  },
  getLinkedAccounts: {
    request: async (world) => {
      await linkedAccounts(world);
      return { params: { userId: world.owner.userId } };
    },
    check: ({ body }, world) =>
      expect(body).toMatchObject({
        groups: [{ userIds: [world.owner.userId, world.assessor.userId].toSorted() }],
      }),
  },
  registerGoldTest: {
    request: async (world) => ({ body: await housePair(world) }),
    refusals: [
      refuses('VALIDATION_FAILED', 'Please name two photos.', async (world) => {
        const { finePhotoId } = await housePair(world);
        return [world.support, { body: { finePhotoId, badPhotoId: finePhotoId } }];
      }),
      refuses('NOT_FOUND', 'There is no such photo.', async (world) => {
        const { finePhotoId } = await housePair(world);
        return [world.support, { body: { finePhotoId, badPhotoId: randomUUID() } }];
      }),
      refuses('CONFLICT', 'A pair is of two photos of one owner that were never assessed.', async (world) => {
        const { finePhotoId } = await housePair(world);
        const [assessed] = await world.owner.photos('profile');
        return [world.support, { body: { finePhotoId, badPhotoId: assessed!._id } }];
      }),
    ],
  },
  reinstateRater: {
    request: async (world) => ({
      params: { userId: (await pausedAssessor(world)).userId },
      body: { reason: 'looked into it' },
    }),
    check: ({ body }) => expect(body).toEqual({ success: true, standing: 'good' }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support, assessor: { userId } }) => [
        support,
        { params: { userId }, body: { reason: '' } },
      ]),
      refuses('NOT_FOUND', 'There is no such assessor.', ({ support }) => [
        support,
        { params: { userId: randomUUID() }, body: { reason: 'a case' } },
      ]),
      refuses('CONFLICT', 'This assessor is neither warned nor paused.', ({ support, assessor: { userId } }) => [
        support,
        { params: { userId }, body: { reason: 'a case' } },
      ]),
    ],
  },
};
