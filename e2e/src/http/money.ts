import { randomUUID } from 'node:crypto';
import { photosRoutes, supportLedgerRoutes, supportRoutes, supportTraceRoutes, tokensRoutes } from '@candid/contracts';
import { eventually, type LocalStripe, Person, type RunningSystem, type SignedNotification } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectBalance, expectBalancedBooks } from '../people/money.js';
import { onboardedOwner } from '../people/onboarded.js';
import type { OwnSystem } from './own-system.js';

let stripe: LocalStripe;
let system: RunningSystem;
let support: Person;
let assessors: Person[];
let buyer: Person;

const tell = async ({ body, signature }: SignedNotification) => {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  const response = await fetch(`${system.baseUrl}/api/payments/webhook`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as { code?: string } };
};
const open = (who: Person, tokenAmount: number, more: object = {}) =>
  who.call(tokensRoutes.createCheckoutSession, { body: { userId: who.userId, tokenAmount, ...more } });
const add = (who: Person, sessionId?: string) =>
  who.call(tokensRoutes.addTokens, {
    body: { userId: who.userId, tokenAmount: 50, ...(sessionId !== undefined && { sessionId }) },
  });
/** Defines the tests of purchases and of the ledger. A local server replaces the payment provider. */
export const describeMoney = (started: () => OwnSystem): void =>
  describe('money', () => {
    beforeAll(async () => {
      ({ system, stripe, support, assessors } = started());
      buyer = await Person.signedUp(system);
    });

    describe('a token pack', () => {
      it('is credited once, on the provider’s signed word alone', async () => {
        const answer = await open(buyer, 50, { purchasePrice: 499 });
        const { id, url } = answer.body as { id: string; url: string };
        expect(answer.status).toBe(200);
        expect(stripe.session(id)).toMatchObject({ url, amount_total: 499, metadata: { userId: buyer.userId } });
        expect(await add(buyer, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
        expect(await add(buyer)).toMatchObject({ status: 403 });
        const paid = stripe.pay(id);
        expect(await tell({ ...paid, signature: 't=1,v1=00' })).toMatchObject({
          ...{ status: 400, body: { code: 'VALIDATION_FAILED' } },
        });
        expect(await tell({ ...paid, body: paid.body.replace('499', '500') })).toMatchObject({ status: 400 });
        expect(await tell(stripe.sign(paid.body, { secondsAgo: 3600 }))).toMatchObject({ status: 400 });
        await expectBalance(buyer, 40);
        const told = await Promise.all([tell(paid), tell(paid), tell(stripe.aboutSession('completed', id))]);
        expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
        expect(await add(buyer, id)).toMatchObject({ status: 200, body: { success: true, tokenCount: 90 } });
        expect(await add(buyer, id)).toMatchObject({ body: { tokenCount: 90 } });
        expect(await add(support, id)).toMatchObject({ status: 403 });
        await expectBalance(buyer, 90);
        await expectBalancedBooks(support);
      });

      it('is credited although the tokens service is killed during the payment notification', async () => {
        const { id } = (await open(buyer, 125)).body as { id: string };
        const paid = stripe.pay(id);
        const told = tell(paid);
        await system.kill('tokens');
        await system.kill('tokens-worker');
        await told.catch(() => undefined);
        await eventually(async () => expect((await tell(paid)).status).toBe(200));
        await expectBalance(buyer, 215);
      });
    });

    describe('the ledger, for support', () => {
      const statement = (userId: string, query: Record<string, string> = {}) =>
        support.expect(supportLedgerRoutes.getAccountStatement, { params: { userId: userId as never }, query });

      it('traces a transfer to what caused it in another service', async () => {
        const { entries } = await statement(buyer.userId, { code: 'grant' });
        const { transferId } = entries[0]!;
        const trace = await support.expect(supportLedgerRoutes.getTransfer, { params: { transferId } });
        expect(trace.causeEvent).toMatchObject({ service: 'identity', type: 'UserRegistered' });
        expect(trace.transfer.causeEventId).toBe(trace.causeEvent!.eventId);
        expect(trace.transfer.command).toBe('grant-on-user-registered');
        expect(trace.entries.map(({ amount }) => amount).sort()).toEqual([-40, 40]);
        expect(trace.correlatedEvents.map(({ service }) => service)).toEqual(
          expect.arrayContaining(['identity', 'tokens']),
        );
        expect(trace.correlatedRequests).toHaveLength(1);
        const steps = trace.timeline.map(({ kind, service, title }) => `${kind} ${service} ${title}`);
        expect(steps[0]).toBe('request gateway POST /users/send');
        expect(steps.slice(1)).toEqual(
          expect.arrayContaining([
            'event identity UserRegistered',
            'command tokens grant-on-user-registered',
            'event tokens TransferPosted',
            'transfer tokens grant',
          ]),
        );
        const [request] = trace.timeline;
        expect(request).toMatchObject({ userId: buyer.userId, id: trace.correlatedRequests[0]!.requestId });
        const params = { requestId: trace.causeEvent!.eventId };
        const { requestId } = await support.expect(supportTraceRoutes.getCorrelation, { params });
        expect(requestId).toBe(request!.id);
        const missing = await support.call(supportLedgerRoutes.getTransfer, { params: { transferId: randomUUID() } });
        expect(missing.status).toBe(404);
      });

      it('reconciles after assessments, ratings, refunds and purchases', async () => {
        const owner = await onboardedOwner(system, assessors);
        await support.expect(supportRoutes.grant, {
          ...{ params: { userId: owner.userId }, body: { amount: 100, reason: 'for a test' } },
        });
        const [planned] = await owner.photos('profile');
        await owner.expect(photosRoutes.deletePhoto, { params: { photoId: planned!._id } });
        await eventually(async () => {
          const { ok, checks } = await support.expect(supportLedgerRoutes.reconcile);
          expect(checks.filter((check) => !check.ok)).toEqual([]);
          expect(ok).toBe(true);
          expect(checks.length).toBeGreaterThanOrEqual(10);
        });
        await expectBalancedBooks(support);
      });
    });
  });
