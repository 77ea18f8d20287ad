import { randomUUID } from 'node:crypto';
import {
  identityRoutes,
  identitySupportRoutes,
  supportCorrectionsRoutes as routes,
  supportRoutes,
} from '@candid/contracts';
import {
  codeOfApp,
  eventually,
  Person,
  type RunningSystem,
  runStaffCommand,
  setUpSecondFactor,
  supportAgent,
} from '@candid/testing';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectBalance } from '../people/money.js';
import { persistently } from '../people/persistently.js';
import { APPROVAL_TOKENS, type OwnSystem } from './own-system.js';

/** More tokens than one member of staff may give or take alone. */
const MORE = APPROVAL_TOKENS + 5;

let system: RunningSystem;
let kim: Person;
let lee: Person;
let person: Person;
const order = (amount: number) => ({
  body: { userId: person.userId, amount, reason: 'lost in a crash', ticket: 'T-7' },
});
const asked = async (staff: Person, amount: number) =>
  (await staff.expect(routes.requestCorrection, order(amount))).correction;
const approve = (staff: Person, correctionId: string, more: object = {}) =>
  staff.call(routes.approveCorrection, { params: { correctionId }, body: {}, ...more });
/** The newest entries of the audit log that name the id. */
const recorded = async (id: string) => {
  const { entries } = await kim.expect(identitySupportRoutes.listAuditLog, { query: { limit: '50' } });
  return entries.filter(({ targets }) => targets.includes(id));
};

/** Defines the tests of support's calls. They read the newest entries of the audit log. */
export const describeSupport = (started: () => OwnSystem): void =>
  describe('support', () => {
    beforeAll(async () => {
      ({ system, support: kim } = started());
      lee = await supportAgent(system, 'support-lee@people.example');
    });
    beforeEach(async () => {
      person = await Person.signedUp(system);
      await expectBalance(person, 40);
    });

    describe('corrections', () => {
      it('come through the death of the service that books them', async () => {
        const { correctionId } = await asked(kim, MORE);
        const idempotencyKey = randomUUID();
        const approving = approve(lee, correctionId, { idempotencyKey });
        await system.kill('tokens');
        await approving.catch(() => undefined);
        await persistently(lee, routes.approveCorrection, { params: { correctionId }, body: {}, idempotencyKey });
        await expectBalance(person, 40 + MORE);
      });
    });

    describe('a second factor', () => {
      it('is asked for at each log-in, and a colleague resets it by the staff command', async () => {
        const mia = await supportAgent(system, 'support-mia@people.example');
        const elsewhere = await new Person(system, mia.email, mia.password).logIn();
        const { secret, recoveryCodes } = await setUpSecondFactor(mia);
        await mia.expect(supportRoutes.trialBalance);
        const isEnded = async (who: Person) => expect((await who.call(supportRoutes.trialBalance)).status).toBe(401);
        await eventually(() => isEnded(elsewhere));
        const { email, password } = mia;
        const enter = (secondFactor: string) =>
          elsewhere.call(identityRoutes.logIn, { body: { email, password, secondFactor } });
        expect(await enter('')).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } });
        const code = codeOfApp(secret, 1);
        for (const proof of [code, recoveryCodes[0]!]) {
          const { body } = await enter(proof);
          elsewhere.token = identityRoutes.logIn.answer.parse(body).token;
          await elsewhere.expect(supportRoutes.trialBalance);
          expect(await enter(proof)).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_INVALID' } });
        }
        await runStaffCommand(system, 'reset-factor', email, kim.email);
        await eventually(() => isEnded(mia));
        await mia.logIn();
        expect((await recorded(mia.userId)).map(({ call, userId }) => [call, userId])).toEqual([
          ['resetSecondFactor', kim.userId],
          ['logIn', mia.userId],
          ['useRecoveryCode', mia.userId],
          ['logIn', mia.userId],
          ['confirmSecondFactor', mia.userId],
          ['beginSecondFactor', mia.userId],
        ]);
      });
    });

    describe('a call of support', () => {
      it('is put down with whose accounts it saw, why, and what it was refused; never with an address', async () => {
        const headers = { authorization: `Bearer ${kim.token}`, 'x-reason': 'she wrote to us' };
        const q = encodeURIComponent(person.email);
        expect((await fetch(`${system.baseUrl}/api/support/accounts?q=${q}`, { headers })).status).toBe(200);
        expect((await fetch(`${system.baseUrl}/api/support/accounts?limit=0`, { headers })).status).toBe(400);
        const { entries } = await kim.expect(identitySupportRoutes.listAuditLog, { query: { limit: '3' } });
        const found = {
          ...{ call: 'findAccounts', userId: kim.userId, targets: [person.userId], reason: 'she wrote to us' },
          outcome: { status: 200, code: null },
        };
        expect(entries).toMatchObject([
          { call: 'findAccounts', message: null, targets: [], outcome: { status: 400, code: 'VALIDATION_FAILED' } },
          { message: 'tokens.getBalances', ...found },
          { message: 'identity.findAccounts', ...found },
        ]);
        expect(JSON.stringify(entries)).not.toContain(person.email);
      });
    });

    describe('who may not', () => {
      it('is a user on a call of support’s, which is on record', async () => {
        for (const tried of [
          await person.call(routes.requestCorrection, order(5)),
          await person.call(supportRoutes.grant, {
            params: { userId: person.userId },
            body: { amount: 5, reason: 'mine' },
          }),
        ]) {
          expect(tried).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
        }
        await expectBalance(person, 40);
        const outcome = { status: 403, code: 'FORBIDDEN' };
        expect(await recorded(person.userId)).toMatchObject([
          { call: 'grant', userId: person.userId, reason: 'mine', outcome },
          { call: 'requestCorrection', userId: person.userId, outcome },
        ]);
      });
    });
  });
