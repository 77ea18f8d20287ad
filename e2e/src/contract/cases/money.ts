import { tokensRoutes } from '@candid/contracts';
import { Person } from '@candid/testing';
import { expect } from '@jest/globals';
import { type Cases, refuses } from '../case.js';
import type { Sent } from '../wire.js';
import type { World } from '../world.js';
import { poor } from './people.js';

const TOO_POOR = "You don't have enough tokens for this.";
const CHECK = 'Please check what you entered.';

/** This spec provokes the refusal in a system without payments, which is the default. */
const PAYMENTS_OFF = { PAYMENTS_DISABLED: 'e2e/src/http/bad-input.e2e.spec.ts' } as const;

const pack = { tokenAmount: 50, purchasePrice: 499 };

async function checkoutOf(person: Person): Promise<string> {
  const body = { userId: person.userId, ...pack };
  return (await person.expect(tokensRoutes.createCheckoutSession, { body })).id;
}

async function notification(world: World, person: Person): Promise<Sent> {
  const { body, signature } = world.stripe.pay(await checkoutOf(person));
  return { body, headers: { 'stripe-signature': signature } };
}

async function paidSession(world: World, person: Person): Promise<string> {
  const sessionId = await checkoutOf(person);
  const { body, signature } = world.stripe.pay(sessionId);
  const response = await fetch(`${world.system.baseUrl}/api/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });
  expect(response.status).toBe(200);
  return sessionId;
}

export const moneyCases: Cases = {
  chargeTokens: {
    request: (_, { userId }) => ({ body: { userId, testLimit: 1 } }),
    check: ({ body }) =>
      expect(body).toMatchObject({
        message: 'These tokens are reserved for your next assessment. Unused, you get them back after 15 minutes.',
      }),
    refusals: [
      refuses(
        'VALIDATION_FAILED',
        CHECK,
        ({ owner: { userId }, owner }) => [owner, { body: { userId, testLimit: 0 } }],
        [{ field: 'testLimit', message: 'must not be 0' }],
      ),
      refuses('INSUFFICIENT_TOKENS', TOO_POOR, async (world) => {
        const owner = await poor(world);
        return [owner, { body: { userId: owner.userId, testLimit: 100 } }];
      }),
    ],
  },
  updateTokens: {
    request: (_, { userId }) => ({ body: { userId, tokensEarned: 1_000_000 } }),
    check: async ({ body }, _, person) => {
      const { tokenCount } = await person.user();
      expect(body).toEqual({ success: true, tokenCount });
    },
  },
  listTokenPacks: {
    request: () => ({}),
    check: ({ body }) => {
      const { packs } = tokensRoutes.listTokenPacks.answer.parse(body);
      expect(packs.map(({ tokens, price, currency }) => [tokens, price, currency])).toEqual([
        [50, 499, 'USD'],
        [125, 999, 'USD'],
        [300, 1999, 'USD'],
      ]);
    },
  },
  createCheckoutSession: {
    elsewhere: PAYMENTS_OFF,
    request: (_, { userId }) => ({ body: { userId, ...pack } }),
    check: ({ body }, world) => expect(JSON.stringify(body)).toContain(world.stripe.url),
    refusals: [
      refuses('VALIDATION_FAILED', 'Please select a valid token amount.', ({ owner: { userId }, owner }) => [
        owner,
        { body: { userId, tokenAmount: 0 } },
      ]),
      refuses('VALIDATION_FAILED', 'Please select a valid token amount.', ({ owner: { userId }, owner }) => [
        owner,
        { body: { userId, tokenAmount: 51 } },
      ]),
      refuses('VALIDATION_FAILED', 'The price of this pack is another one by now.', ({ owner: { userId }, owner }) => [
        owner,
        { body: { userId, ...pack, purchasePrice: 1 } },
      ]),
    ],
  },
  addTokens: {
    request: async (world, person) => ({
      body: { userId: person.userId, tokenAmount: 1_000_000, sessionId: await paidSession(world, person) },
    }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ owner: { userId }, owner }) => [
        owner,
        { body: { userId, tokenAmount: 'many' } },
      ]),
      refuses('FORBIDDEN', 'There is no paid checkout session of yours.', ({ owner: { userId }, owner }) => [
        owner,
        { body: { userId, tokenAmount: 50 } },
      ]),
      refuses(
        'FORBIDDEN',
        'There is no paid checkout session of yours.',
        async ({ owner: { userId }, owner, other }) => [
          owner,
          { body: { userId, tokenAmount: 50, sessionId: await checkoutOf(other) } },
        ],
      ),
    ],
  },
  takePaymentNotification: {
    elsewhere: PAYMENTS_OFF,
    isSigned: true,
    request: (world) => notification(world, world.other),
    refusals: [
      refuses('VALIDATION_FAILED', 'The signature is not valid.', async (world) => {
        const { body } = await notification(world, world.other);
        return [new Person(world.system), { body, headers: { 'stripe-signature': world.stripe.sign('{}').signature } }];
      }),
      refuses('VALIDATION_FAILED', 'The signature is not valid.', (world) => [new Person(world.system), { body: {} }]),
    ],
  },
  getStatement: {
    request: () => ({ query: { limit: '5' } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ owner }) => [owner, { query: { limit: '101' } }], [
        { field: 'limit', message: 'Too big: expected number to be <=100' },
      ]),
      refuses('VALIDATION_FAILED', 'This is not a cursor of a statement.', ({ owner }) => [
        owner,
        { query: { cursor: 'nowhere' } },
      ]),
    ],
  },
};
