import { randomUUID } from 'node:crypto';
import {
  listTimelineRpc,
  correctionsRpc as rpc,
  supportLedgerRpc,
  type TransferId,
  type UserId,
} from '@candid/contracts';
import { Commands, EventStore } from '@candid/event-store';
import { eventually, sessionUrlOf } from '@candid/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Ledger, LedgerConnection } from '../ledger/ledger.js';
import { Transfers } from '../ledger/transfers.js';
import { TokensFixture } from '../tokens.fixture.spec.js';
import { CorrectBalance } from './book-correction.js';
import { Corrections } from './corrections.js';

const APPROVAL = 50;
const [kim, lee] = [randomUUID(), randomUUID()] as [UserId, UserId];

describe('corrections by support', () => {
  let tokens: TokensFixture;
  let userId: UserId;
  beforeAll(async () => {
    tokens = await TokensFixture.start({ CORRECTION_APPROVAL_TOKENS: APPROVAL });
    await tokens.startWorker();
  });
  beforeEach(async () => {
    userId = await tokens.newUser();
  });
  afterAll(() => tokens.stop());

  const staff = (who: UserId, key: string = randomUUID()) =>
    tokens.context(who, { roles: ['support'], idempotency: { key, fingerprint: 'body' } });
  const ask = async (amountTokens: number, more: { corrects?: string; key?: string; by?: UserId } = {}) => {
    const { corrects, key, by = kim } = more;
    const order = { userId, amountTokens, reason: 'lost in a crash', ticket: 'T-1' };
    const linked = corrects === undefined ? order : { ...order, corrects: corrects as TransferId };
    return (await tokens.rpc.call(rpc.requestCorrection, linked, staff(by, key))).correction;
  };
  const approve = async (correctionId: string, by = lee, key?: string) =>
    (await tokens.rpc.call(rpc.approveCorrection, { correctionId, reason: 'seen' }, staff(by, key))).correction;
  const reject = async (correctionId: string, by = lee) =>
    (await tokens.rpc.call(rpc.rejectCorrection, { correctionId, reason: 'no proof' }, staff(by))).correction;
  const list = (more: object = {}) => tokens.rpc.call(rpc.listCorrections, { limit: 100, ...more }, staff(kim));
  const listed = async (state?: 'waiting') =>
    (await list(state && { state })).corrections.filter((correction) => correction.userId === userId);
  const trace = (transferId: string | null) =>
    tokens.rpc.call(supportLedgerRpc.getTransfer, { transferId: transferId as TransferId }, staff(kim));
  const available = async () => (await tokens.balance(userId)).available;
  /** Amounts of all the user's postings except the welcome grant. */
  const bookings = async () => {
    const { rows } = await tokens.pool.query(
      'select amount::int from postings where account = $1 order by global_position offset 1',
      [`user:${userId}`],
    );
    return rows.map(({ amount }) => amount);
  };

  it('are booked at once up to the amount, as a grant or a correction', async () => {
    const given = await ask(APPROVAL);
    expect(given).toMatchObject({
      state: 'booked',
      amount: APPROVAL,
      requestedBy: kim,
      decidedBy: null,
      decidedAt: null,
    });
    const taken = await ask(-APPROVAL, { by: lee });
    const codes = await Promise.all([given, taken].map(async (one) => (await trace(one.transferId)).transfer));
    expect(codes).toMatchObject([
      { code: 'grant', reason: 'lost in a crash', ticket: 'T-1', actor: kim },
      { code: 'correction' },
    ]);
    expect(await available()).toBe(40);
  });

  it('wait above it, and are booked by a second person', async () => {
    const asked = await ask(APPROVAL + 1);
    expect(asked).toMatchObject({ state: 'waiting', transferId: null, decidedBy: null });
    expect(await available()).toBe(40);
    const booked = await approve(asked.correctionId);
    expect(booked).toMatchObject({ state: 'booked', decidedBy: lee, decisionReason: 'seen', requestedBy: kim });
    expect(await available()).toBe(91);
    await eventually(async () => {
      const { transfer, causeEvent, correlatedEvents } = await trace(booked.transferId);
      expect(transfer).toMatchObject({ code: 'grant', actor: lee });
      const types = correlatedEvents.map(({ type }) => type);
      expect(types).toEqual(['CorrectionApproved', 'TransferPosted', 'CorrectionBooked']);
      expect(causeEvent).toMatchObject({ type: 'CorrectionApproved', streamId: `correction-${asked.correctionId}` });
      const asking = { requestIds: [transfer.correlationId], limit: 10 };
      const { steps } = await tokens.rpc.call(listTimelineRpc('tokens'), asking, staff(kim));
      expect(steps.filter(({ kind }) => kind === 'transfer')).toMatchObject([{ id: booked.transferId, userId }]);
    });
  });

  it('are not approved by who asked, nor by whose account it is', async () => {
    const { correctionId } = await ask(110);
    await expect(approve(correctionId, kim)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'A second person has to approve this.',
    });
    await expect(approve(correctionId, userId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await listed('waiting')).toHaveLength(1);
    expect(await available()).toBe(40);
  });

  it('are rejected with a reason, also by who asked, and stay so', async () => {
    const { correctionId } = await ask(100);
    expect(await reject(correctionId, kim)).toMatchObject({
      ...{ state: 'rejected', decidedBy: kim, decisionReason: 'no proof', transferId: null },
    });
    await expect(approve(correctionId)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(reject(correctionId)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await bookings()).toEqual([]);
  });

  it('never take an account below zero: nothing changes', async () => {
    await expect(ask(-41)).rejects.toMatchObject({ code: 'CONFLICT', message: /below zero/ });
    await expect(ask(-APPROVAL - 1)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await listed()).toEqual([]);
    expect(await bookings()).toEqual([]);
  });

  it('go on waiting where the tokens are gone by the time of the approval, and are booked once they are there', async () => {
    await ask(20);
    const { correctionId } = await ask(-60);
    await ask(-30);
    await expect(approve(correctionId)).rejects.toMatchObject({ code: 'CONFLICT', message: /below zero/ });
    expect(await listed('waiting')).toMatchObject([{ correctionId, decidedBy: null, decisionReason: null }]);
    await ask(30, { by: lee });
    expect(await approve(correctionId)).toMatchObject({ state: 'booked' });
    expect(await bookings()).toEqual([20, -30, 30, -60]);
  });

  it('count held tokens as gone', async () => {
    await tokens.heldTest(userId, 1);
    await expect(ask(-21)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await ask(-20)).toMatchObject({ state: 'booked' });
  });

  it('let two staff take the same tokens once', async () => {
    const both = await Promise.allSettled([ask(-30), ask(-30, { by: lee })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await available()).toBe(10);
    expect(await listed()).toMatchObject([{ state: 'booked' }]);
  });

  it('are booked once, however many approve at once', async () => {
    const third = randomUUID() as UserId;
    const { correctionId } = await ask(100);
    const all = await Promise.allSettled([lee, lee, third, third].map((by) => approve(correctionId, by)));
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(await bookings()).toEqual([100]);
    const other = await ask(100);
    const decided = await Promise.allSettled([approve(other.correctionId), reject(other.correctionId)]);
    expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const isBooked = decided[0]!.status === 'fulfilled';
    expect(await bookings()).toEqual(isBooked ? [100, 100] : [100]);
  });

  it('answer a repeat of the same request as before, and refuse its key for another', async () => {
    const key = randomUUID();
    const twice = await Promise.all([ask(-40, { key }), ask(-40, { key })]);
    expect(twice[0]).toEqual(twice[1]);
    expect(await ask(-40, { key })).toEqual(twice[0]);
    await expect(ask(-39, { key })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const { correctionId } = await ask(100);
    const approval = randomUUID();
    const first = await approve(correctionId, lee, approval);
    expect(await approve(correctionId, lee, approval)).toEqual(first);
    expect(await bookings()).toEqual([-40, 100]);
  });

  it('are linked to the transfer that they correct, which has to be of the account', async () => {
    const first = await ask(20);
    const back = await ask(-5, { corrects: first.transferId! });
    const more = await ask(3, { corrects: first.transferId! });
    expect(back).toMatchObject({ state: 'booked', corrects: first.transferId });
    expect((await trace(more.transferId)).transfer.code).toBe('correction');
    expect(await trace(back.transferId)).toMatchObject({ corrects: first.transferId, correctedBy: [] });
    expect(await trace(first.transferId)).toMatchObject({
      ...{ corrects: null, correctedBy: [back.transferId, more.transferId] },
    });
    await expect(ask(5, { corrects: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    userId = await tokens.newUser();
    await expect(ask(5, { corrects: first.transferId! })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are listed newest first, page by page, by their state', async () => {
    const asked = [await ask(1), await ask(100), await ask(101)].map(({ correctionId }) => correctionId);
    const first = await list({ limit: 2 });
    const second = await list({ limit: 1, cursor: first.nextCursor! });
    const ids = [...first.corrections, ...second.corrections].map(({ correctionId }) => correctionId);
    expect(ids).toEqual(asked.toReversed());
    expect((await listed('waiting')).map(({ correctionId }) => correctionId)).toEqual([asked[2], asked[1]]);
    expect(first.approvalAbove).toBe(APPROVAL);
    for (const cursor of ['none', `2026-13-45T99:00:00.000Z@${randomUUID()}`]) {
      await expect(list({ cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });

  it('are refused for an unknown account, an unknown correction and the amount 0', async () => {
    await expect(approve(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(reject(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask(0)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    userId = randomUUID() as UserId;
    await expect(ask(5)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are support’s alone', async () => {
    const context = tokens.context(userId);
    const correctionId = randomUUID();
    const tried = [
      tokens.rpc.call(rpc.requestCorrection, { userId, amountTokens: 1, reason: 'mine' }, context),
      tokens.rpc.call(rpc.listCorrections, { limit: 1 }, context),
      tokens.rpc.call(rpc.approveCorrection, { correctionId }, context),
      tokens.rpc.call(rpc.rejectCorrection, { correctionId, reason: 'mine' }, context),
    ];
    await Promise.all(tried.map((one) => expect(one).rejects.toMatchObject({ code: 'FORBIDDEN' })));
  });

  describe('whose process dies after the approval', () => {
    let store: EventStore;
    beforeEach(async () => {
      store = new EventStore({ pool: tokens.pool });
      await tokens.stopWorker();
    });

    /** Makes a correction that is approved, but that no process books. */
    async function orphaned(amountTokens: number): Promise<string> {
      const { correctionId } = await ask(amountTokens);
      const approval = { type: 'ApproveCorrection', by: lee, idempotencyKey: randomUUID(), at: now() } as const;
      await new Corrections(new Commands(store)).run(correctionId, approval, {
        correlationId: randomUUID(),
        actor: lee,
      });
      return correctionId;
    }

    it('are booked by the worker, once', async () => {
      const ids = [await orphaned(100), await orphaned(200)];
      expect(await bookings()).toEqual([]);
      expect(await listed('waiting')).toHaveLength(2);
      await expect(approve(ids[0]!)).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(reject(ids[0]!)).rejects.toMatchObject({ code: 'CONFLICT' });
      await tokens.startWorker();
      await eventually(async () => expect((await listed()).map(({ state }) => state)).toEqual(['booked', 'booked']));
      expect((await bookings()).sort()).toEqual([100, 200]);
      const [booked] = await listed();
      expect((await trace(booked!.transferId)).transfer).toMatchObject({ actor: lee, code: 'grant' });
      expect(await tokens.faults()).toEqual([]);
    });

    it('are not booked again where only the word of it was lost', async () => {
      await ask(APPROVAL);
      const correctionId = await orphaned(-60);
      const connection = new LedgerConnection({ connectionString: sessionUrlOf(tokens.databaseUrl) }, () => undefined);
      const transfers = new Transfers(new Ledger({ connection, onCommitted: () => undefined }), store);
      const correction = { userId, amountTokens: -60, reason: 'lost in a crash', ticket: 'T-1' };
      const idempotencyKey = `correction:${correctionId}`;
      const metadata = { correlationId: randomUUID(), actor: lee };
      await new CorrectBalance(transfers, tokens.clock).run({ ...correction, idempotencyKey }, metadata);
      await connection.end();
      // Less is left than the correction takes, so a second booking would be refused.
      expect(await available()).toBe(30);
      await tokens.startWorker();
      await eventually(async () => expect((await listed())[0]).toMatchObject({ correctionId, state: 'booked' }));
      expect(await bookings()).toEqual([APPROVAL, -60]);
    });
  });
});

const now = (): string => new Date().toISOString();
