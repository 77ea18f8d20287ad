import { randomUUID } from 'node:crypto';
import {
  assessmentsRoutes,
  identityRoutes,
  identitySupportRoutes,
  type PhotoId,
  supportCorrectionsRoutes as routes,
  supportLedgerRoutes,
  supportRoutes,
  type TransferId,
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
import { expectBalance, expectBalancedBooks } from '../people/money.js';
import { persistently } from '../people/persistently.js';
import { APPROVAL_TOKENS, type OwnSystem } from './own-system.js';

const START = 2 * APPROVAL_TOKENS;
/** More than one person may give or take alone. */
const MORE = APPROVAL_TOKENS + 5;
const BELOW_ZERO = { status: 409, body: { code: 'CONFLICT', message: 'That would take the account below zero.' } };

let system: RunningSystem;
let kim: Person;
let lee: Person;
/** Gives people what their corrections begin with. */
let max: Person;
let person: Person;
const order = (amount: number, more: object = {}) => ({
  body: { userId: person.userId, amount, reason: 'lost in a crash', ticket: 'T-7', ...more },
});
const ask = (staff: Person, amount: number, more: object = {}) =>
  staff.call(routes.requestCorrection, order(amount, more));
const asked = async (staff: Person, amount: number) =>
  (await staff.expect(routes.requestCorrection, order(amount))).correction;
const approve = (staff: Person, correctionId: string, more: object = {}) =>
  staff.call(routes.approveCorrection, { params: { correctionId }, body: {}, ...more });
/** The newest entries of the audit log that name the id. */
const recorded = async (id: string) => {
  const { entries } = await kim.expect(identitySupportRoutes.listAuditLog, { query: { limit: '50' } });
  return entries.filter(({ targets }) => targets.includes(id));
};

/** Defines the tests of what support may do. They read the newest entries of the audit log. */
export const describeSupport = (started: () => OwnSystem): void =>
  describe('support', () => {
    beforeAll(async () => {
      ({ system, support: kim } = started());
      lee = await supportAgent(system, 'support-lee@people.example');
      max = await supportAgent(system, 'support-max@people.example');
    });
    beforeEach(async () => {
      person = await Person.signedUp(system);
      await expectBalance(person, 40);
    });

    describe('corrections', () => {
      beforeEach(async () => {
        const { correction } = await max.expect(routes.requestCorrection, order(START - 40));
        await approve(lee, correction.correctionId);
        await expectBalance(person, START);
      });

      it('of two staff at once take the same tokens once', async () => {
        await approve(lee, (await asked(kim, 15 - START)).correctionId);
        const both = await Promise.all([ask(kim, -15), ask(lee, -15)]);
        expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
        expect(both.find(({ status }) => status === 409)).toMatchObject(BELOW_ZERO);
        await expectBalance(person, 0);
        await expectBalancedBooks(kim);
      });

      it('never go below zero, whether they need an approval or not', async () => {
        expect(await ask(kim, -START - 1)).toMatchObject(BELOW_ZERO);
        await asked(kim, -APPROVAL_TOKENS);
        await asked(lee, -APPROVAL_TOKENS);
        expect(await ask(kim, -1)).toMatchObject(BELOW_ZERO);
        await approve(lee, (await asked(kim, MORE)).correctionId);
        const waiting = await asked(kim, -MORE);
        await approve(lee, (await asked(kim, -APPROVAL_TOKENS)).correctionId);
        expect(await approve(lee, waiting.correctionId)).toMatchObject(BELOW_ZERO);
        const { corrections } = await kim.expect(routes.listCorrections, { query: { state: 'waiting' } });
        expect(corrections).toContainEqual(waiting);
        await expectBalance(person, 5);
        await expectBalancedBooks(kim);
      });

      it('are not approved by who asked for them, which is on record', async () => {
        const { correctionId } = await asked(kim, MORE);
        expect(await approve(kim, correctionId)).toMatchObject({
          ...{ status: 403, body: { code: 'FORBIDDEN', message: 'A second person has to approve this.' } },
        });
        await expectBalance(person, START);
        expect(await recorded(correctionId)).toMatchObject([
          { call: 'approveCorrection', userId: kim.userId, outcome: { status: 403, code: 'FORBIDDEN' } },
        ]);
      });

      it('are booked once where they are approved twice at once, also under one key', async () => {
        const { correctionId } = await asked(kim, MORE);
        const idempotencyKey = randomUUID();
        const all = await Promise.all([
          approve(lee, correctionId, { idempotencyKey }),
          approve(lee, correctionId, { idempotencyKey }),
          approve(lee, correctionId),
        ]);
        const statuses = all.map(({ status }) => status);
        expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
        expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
        await expectBalance(person, START + MORE);
        await expectBalancedBooks(kim);
      });

      it('are new transfers, linked to the one they correct and to who decided', async () => {
        const { correction: first } = await kim.expect(routes.requestCorrection, order(10));
        const corrects = first.transferId as TransferId;
        const { correction } = await kim.expect(routes.requestCorrection, order(-MORE, { corrects }));
        await lee.expect(routes.approveCorrection, {
          ...{ params: { correctionId: correction.correctionId }, body: { reason: 'seen the ticket' } },
        });
        const { corrections } = await kim.expect(routes.listCorrections, { query: { state: 'booked', limit: '1' } });
        expect(corrections[0]).toMatchObject({
          ...{
            correctionId: correction.correctionId,
            corrects,
            decidedBy: lee.userId,
            decisionReason: 'seen the ticket',
          },
        });
        const trace = (transferId: TransferId) =>
          kim.expect(supportLedgerRoutes.getTransfer, { params: { transferId } });
        expect(await trace(corrects)).toMatchObject({ corrects: null, correctedBy: [corrections[0]!.transferId] });
        await eventually(async () => {
          const booked = await trace(corrections[0]!.transferId!);
          expect(booked).toMatchObject({ corrects, transfer: { code: 'correction', reason: 'lost in a crash' } });
          expect(booked.causeEvent).toMatchObject({ type: 'CorrectionApproved' });
        });
        await expectBalance(person, START + 10 - MORE);
      });

      it('come through the death of the service that books them', async () => {
        const { correctionId } = await asked(kim, MORE);
        const idempotencyKey = randomUUID();
        const approving = approve(lee, correctionId, { idempotencyKey });
        await system.kill('tokens');
        await approving.catch(() => undefined);
        await persistently(lee, routes.approveCorrection, { params: { correctionId }, body: {}, idempotencyKey });
        await expectBalance(person, START + MORE);
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

      it('is support on a user’s own call, which is on record', async () => {
        const { userId } = person;
        expect(await kim.call(identityRoutes.getUser, { params: { userId } })).toMatchObject({
          ...{ status: 403, body: { code: 'FORBIDDEN' } },
        });
        expect(await recorded(userId)).toMatchObject([
          { call: 'getUser', userId: kim.userId, outcome: { status: 403, code: 'FORBIDDEN' } },
        ]);
      });

      it('is support on a photo that does not exist, which is recorded although the answer is 404', async () => {
        const photoId = randomUUID() as PhotoId;
        expect(await kim.call(assessmentsRoutes.getRatings, { params: { photoId } })).toMatchObject({ status: 404 });
        expect(await recorded(photoId)).toMatchObject([
          { call: 'getRatings', userId: kim.userId, outcome: { status: 404, code: 'NOT_FOUND' } },
        ]);
        const missing = await person.call(assessmentsRoutes.getRatings, { params: { photoId } });
        expect(missing).toMatchObject({ status: 404 });
        expect(await recorded(photoId)).toHaveLength(1);
      });

      it('is one person above the amount', async () => {
        const body = { amount: APPROVAL_TOKENS + 1, reason: 'a gift' };
        expect(await kim.call(supportRoutes.grant, { params: { userId: person.userId }, body })).toMatchObject({
          status: 403,
          body: { message: 'This is more than one person may give or take in a day: ask for a correction.' },
        });
        await expectBalance(person, 40);
      });
    });
  });
