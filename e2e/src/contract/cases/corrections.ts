import { randomUUID } from 'node:crypto';
import { supportCorrectionsRoutes as routes } from '@candid/contracts';
import { expect } from '@jest/globals';
import { type Cases, type Provocation, refuses } from '../case.js';
import { APPROVAL_TOKENS, type World } from '../world.js';

const CHECK = 'Please check what you entered.';
const DECIDED = 'This correction has been decided already.';
const SECOND = 'A second person has to approve this.';
const BELOW_ZERO = 'That would take the account below zero.';

const order = (world: World, more: object = {}) => ({
  ...{ userId: world.other.userId, amount: 5, reason: 'a case', ticket: 'T-1' },
  ...more,
});

/** A correction requested by a colleague, so that support may decide on it. */
async function waiting(world: World, by = world.colleague, amount = APPROVAL_TOKENS + 1) {
  const { correction } = await by.expect(routes.requestCorrection, { body: order(world, { amount }) });
  expect(correction.state).toBe('waiting');
  return { params: { correctionId: correction.correctionId }, body: { reason: 'a case' } };
}

async function rejected(world: World) {
  const sent = await waiting(world);
  await world.colleague.expect(routes.rejectCorrection, sent);
  return sent;
}

const ofNothing = { params: { correctionId: randomUUID() }, body: { reason: 'a case' } };
const decisionRefusals: Provocation[] = [
  refuses('NOT_FOUND', 'There is no such correction.', ({ support }) => [support, ofNothing]),
  refuses('CONFLICT', DECIDED, async (world) => [world.support, await rejected(world)]),
  refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { ...ofNothing, body: { reason: '' } }]),
];

export const correctionsCases: Cases = {
  requestCorrection: {
    request: (world) => ({ body: order(world) }),
    check: ({ body }) => expect(body).toMatchObject({ correction: { state: 'booked', decidedBy: null } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, (world) => [world.support, { body: order(world, { reason: '' }) }]),
      refuses('VALIDATION_FAILED', 'Please give an amount other than zero.', (world) => [
        world.support,
        { body: order(world, { amount: 0 }) },
      ]),
      refuses('NOT_FOUND', 'There is no such account.', (world) => [
        world.support,
        { body: order(world, { userId: randomUUID() }) },
      ]),
      refuses('NOT_FOUND', 'There is no such transfer of this account.', (world) => [
        world.support,
        { body: order(world, { corrects: randomUUID() }) },
      ]),
      refuses('CONFLICT', BELOW_ZERO, (world) => [world.support, { body: order(world, { amount: -90_000 }) }]),
    ],
  },
  listCorrections: {
    request: async (world) => {
      await waiting(world);
      return { query: { state: 'waiting', limit: '1' } };
    },
    check: ({ body }) =>
      expect(body).toMatchObject({ corrections: [{ state: 'waiting' }], approvalAbove: APPROVAL_TOKENS }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, { query: { state: 'lost' } }]),
      refuses('VALIDATION_FAILED', 'This is not a cursor of these pages.', ({ support }) => [
        support,
        { query: { cursor: 'none' } },
      ]),
    ],
  },
  approveCorrection: {
    request: (world) => waiting(world),
    check: ({ body }, { support }) =>
      expect(body).toMatchObject({ correction: { state: 'booked', decidedBy: support.userId } }),
    refusals: [
      ...decisionRefusals,
      refuses('FORBIDDEN', SECOND, async (world) => [world.support, await waiting(world, world.support)]),
    ],
  },
  rejectCorrection: {
    request: (world) => waiting(world),
    check: ({ body }) => expect(body).toMatchObject({ correction: { state: 'rejected', decisionReason: 'a case' } }),
    refusals: decisionRefusals,
  },
};
