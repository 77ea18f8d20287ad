import { secondFactorRoutes as routes } from '@candid/contracts';
import { codeOfApp, type Person, setUpSecondFactor, supportAgent } from '@candid/testing';
import { expect } from '@jest/globals';
import { type Cases, type Refused, refuses } from '../case.js';
import type { Received } from '../wire.js';
import type { Column, World } from '../world.js';
import { once } from './people.js';

const CHECK = 'Please check what you entered.';
const INVALID =
  'This code is not valid. Please enter the newest code of your app, or a recovery code that you have not used yet.';
const REQUIRED = 'Please enter the code from your authenticator app.';
const NO_FACTOR = 'There is no second factor on this account yet. Please set one up first.';
const KEPT = 'Staff cannot work without a second factor.';

/** A staff account that no other case uses, because confirming a set-up ends the account's other sessions. */
const newcomer = once((world) => supportAgent(world.system, 'support-newcomer@people.example'));
export const enrolled = once(async (world) => {
  const staff = await supportAgent(world.system, 'support-enrolled@people.example');
  return { staff, ...(await setUpSecondFactor(staff)) };
});
const enrolledStaff = async (world: World): Promise<Person> => (await enrolled(world)).staff;

/** People who are not in the state that the call needs get the same refusal. */
const otherwise = (refused: Refused): Partial<Record<Column, Refused>> =>
  Object.fromEntries(['owner', 'another user', 'an assessor without a slot', 'moderator'].map((one) => [one, refused]));
const forStaff: { caller: Column } = { caller: 'support' };
const careful = once(async (world) => {
  const person = await world.newcomer();
  return { person, ...(await setUpSecondFactor(person)) };
});
/** A person whose second factor stays. */
const cautious = once(async (world) => {
  const person = await world.newcomer();
  await setUpSecondFactor(person);
  return person;
});
const wrong = { body: { secondFactor: 'wrong' } };
const noText = { body: { secondFactor: 7, code: 7 } };

export const secondFactorLogIns = [
  refuses('SECOND_FACTOR_REQUIRED', REQUIRED, async (world) => {
    const { email, password } = await enrolledStaff(world);
    return [world.other, { body: { email, password } }];
  }),
  refuses('SECOND_FACTOR_INVALID', INVALID, async (world) => {
    const { email, password } = await enrolledStaff(world);
    return [world.other, { body: { email, password, secondFactor: 'wrong' } }];
  }),
];

export const secondFactorCases: Cases = {
  getSecondFactor: {
    ...forStaff,
    actor: enrolledStaff,
    request: () => ({}),
    check: async ({ body }, world, staff) => {
      const rolesOf = new Map([[world.moderator, ['moderator']]]).set(await enrolledStaff(world), ['support']);
      expect(body).toMatchObject({
        isRequired: false,
        staffRoles: rolesOf.get(staff) ?? [],
      });
    },
  },
  beginSecondFactor: {
    ...forStaff,
    actor: newcomer,
    request: (_, staff) => ({ body: { password: staff.password } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, noText]),
      refuses('VALIDATION_FAILED', 'Please provide a password', ({ support }) => [support, { body: {} }]),
      refuses('FORBIDDEN', 'Your current password is not right.', ({ support }) => [
        support,
        { body: { password: 'Wrong-horse-9' } },
      ]),
      refuses('SECOND_FACTOR_REQUIRED', REQUIRED, async (world) => [await enrolledStaff(world), { body: {} }]),
      refuses('SECOND_FACTOR_INVALID', INVALID, async (world) => [await enrolledStaff(world), wrong]),
    ],
  },
  confirmSecondFactor: {
    ...forStaff,
    // The others send the code of another person's authenticator app.
    columns: otherwise({ code: 'SECOND_FACTOR_INVALID', message: INVALID }),
    actor: newcomer,
    request: async (_, staff) => {
      const { secret } = await staff.expect(routes.beginSecondFactor, { body: { password: staff.password } });
      return { body: { code: codeOfApp(secret) } };
    },
    check: ({ body }: Received) => {
      expect(new Set(routes.confirmSecondFactor.answer.parse(body).recoveryCodes).size).toBe(10);
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, noText]),
      refuses('CONFLICT', 'The set-up has not begun, or it was completed. Please begin again.', ({ support }) => [
        support,
        { body: { code: '000000' } },
      ]),
      refuses('SECOND_FACTOR_INVALID', INVALID, async (world) => {
        const { staff, recoveryCodes } = await enrolled(world);
        await staff.expect(routes.beginSecondFactor, { body: { secondFactor: recoveryCodes[1] } });
        return [staff, { body: { code: 'wrong' } }];
      }),
    ],
  },
  replaceRecoveryCodes: {
    ...forStaff,
    columns: otherwise({ code: 'CONFLICT', message: NO_FACTOR }),
    actor: enrolledStaff,
    request: async (world) => ({ body: { secondFactor: (await enrolled(world)).recoveryCodes[0] } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, noText]),
      refuses('CONFLICT', NO_FACTOR, ({ support }) => [support, wrong]),
      refuses('SECOND_FACTOR_INVALID', INVALID, async (world) => [await enrolledStaff(world), wrong]),
    ],
  },
  removeSecondFactor: {
    columns: {
      'another user': { code: 'CONFLICT', message: NO_FACTOR },
      'an assessor without a slot': { code: 'CONFLICT', message: NO_FACTOR },
      support: { code: 'FORBIDDEN', message: KEPT },
      moderator: { code: 'FORBIDDEN', message: KEPT },
    },
    actor: async (world) => (await careful(world)).person,
    request: async (world) => ({ body: { secondFactor: (await careful(world)).recoveryCodes[0] } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ support }) => [support, noText]),
      refuses('FORBIDDEN', KEPT, ({ support }) => [support, wrong]),
      refuses('CONFLICT', NO_FACTOR, ({ other }) => [other, wrong]),
      refuses('SECOND_FACTOR_INVALID', INVALID, async (world) => [await cautious(world), wrong]),
    ],
  },
};
