import { randomUUID } from 'node:crypto';
import { assessmentsEvents, supportLedgerRpc, type TransferId, tokensRpc, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TokensFixture } from '../tokens.fixture.spec.js';

describe('the ledger as support reads it', () => {
  let tokens: TokensFixture;
  const staffId = randomUUID();

  beforeAll(async () => {
    tokens = await TokensFixture.start();
    await tokens.startWorker();
  });
  afterAll(() => tokens.stop());

  const support = () => tokens.context(staffId, { roles: ['support'] });
  const grant = (userId: UserId, amountTokens: number, reason = 'lost in a crash') =>
    tokens.rpc.call(tokensRpc.grant, { userId, amountTokens, reason, ticket: '4711' }, support());
  const statement = (userId: UserId, more: object = {}) =>
    tokens.rpc.call(supportLedgerRpc.getAccountStatement, { userId, limit: 50, ...more }, support());
  const trace = (transferId: string) =>
    tokens.rpc.call(supportLedgerRpc.getTransfer, { transferId: transferId as TransferId }, support());
  const databaseTime = async () =>
    (await tokens.pool.query('select clock_timestamp() as now')).rows[0].now.toISOString();

  it('lists a user’s entries newest first with the running balance, page by page', async () => {
    const userId = await tokens.newUser();
    for (const amount of [1, -2, 3]) await grant(userId, amount);
    const first = await statement(userId, { limit: 3 });
    expect(first.entries.map(({ code, amount, balance }) => [code, amount, balance])).toEqual([
      ['grant', 3, 42],
      ['correction', -2, 39],
      ['grant', 1, 41],
    ]);
    const second = await statement(userId, { limit: 3, cursor: first.nextCursor! });
    expect(second.entries.map(({ amount, balance }) => [amount, balance])).toEqual([[40, 40]]);
    expect(second.nextCursor).toBeNull();
  });

  it('keeps to a code, a time and a day', async () => {
    const userId = await tokens.newUser();
    await grant(userId, 1);
    const between = await databaseTime();
    // Waits for the next millisecond, because a range includes its end.
    await eventually(async () => expect((await databaseTime()) > between).toBe(true));
    await grant(userId, -2);
    const amounts = async (filter: object) => (await statement(userId, filter)).entries.map(({ amount }) => amount);
    expect(await amounts({ code: 'correction' })).toEqual([-2]);
    expect(await amounts({ from: between })).toEqual([-2]);
    expect(await amounts({ to: between })).toEqual([1, 40]);
    const today = between.slice(0, 10);
    expect(await amounts({ from: today, to: new Date().toISOString().slice(0, 10) })).toEqual([-2, 1, 40]);
    expect(await amounts({ to: '2000-01-01' })).toEqual([]);
    expect(await amounts({ from: '2999-01-01' })).toEqual([]);
    await expect(statement(userId, { from: 'yesterday' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(statement(userId, { cursor: 'none' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('has no statement of an unknown user', async () => {
    await expect(statement(randomUUID() as UserId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('lists every account’s entries once, account by account, in pages of any size', async () => {
    const userId = await tokens.newUser();
    await grant(userId, 5);
    const { rows } = await tokens.pool.query(
      'select account, global_position from postings order by account, global_position',
    );
    const listed: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const request = { limit: 3, ...(cursor && { cursor }) };
      const page = await tokens.rpc.call(supportLedgerRpc.listEntries, request, support());
      listed.push(...page.entries.map(({ account, entryId }) => `${account} ${entryId}`));
      cursor = page.nextCursor;
    }
    expect(listed).toEqual(rows.map(({ account, global_position }) => `${account} ${global_position}`));
    const own = await tokens.rpc.call(supportLedgerRpc.listEntries, { userId, limit: 1000, code: 'grant' }, support());
    expect(own.entries.map(({ amount, balance }) => [amount, balance])).toEqual([
      [40, 40],
      [5, 45],
    ]);
  });

  it('names the assessments of a start, of what they give back and of a rating that is paid back', async () => {
    const userId = await tokens.newUser();
    const test = await tokens.startedTest(userId, 2);
    const [ended, spoiled] = test.assessmentIds as [string, string];
    const rating = {
      submissionId: randomUUID(),
      assessmentId: spoiled,
      photoId: randomUUID(),
      photoAssessmentId: test.photoAssessmentId,
    };
    const refunded = { ...rating, userId, amountTokens: 5, refundedAt: new Date().toISOString() };
    await tokens.publishEnd(test, ended, 20);
    await tokens.publish(assessmentsEvents.SpoiledRatingRefunded, refunded as never);
    await eventually(async () => {
      const { entries } = await statement(userId);
      const named = entries.map(({ code, amount, assessmentIds }) => `${code} ${amount} ${assessmentIds?.join(' ')}`);
      const hold = `hold -40 ${[...test.assessmentIds].sort().join(' ')}`;
      expect(named.sort()).toEqual(['grant 40 ', hold, `refund 20 ${ended}`, `refund 5 ${spoiled}`].sort());
    });
  });

  it('traces a grant to its request, its staff and its reason', async () => {
    const context = support();
    const userId = await tokens.newUser();
    const request = { userId, amountTokens: -3, reason: 'paid twice', ticket: '7' };
    const { transferId } = await tokens.rpc.call(tokensRpc.grant, request, context);
    const found = await trace(transferId);
    expect(found.transfer).toMatchObject({
      ...{ transferId, code: 'correction', status: 'posted', amount: 3, reason: 'paid twice', ticket: '7' },
      ...{ actor: staffId, correlationId: context.requestId, causeEventId: null, command: 'tokens.grant' },
    });
    expect(found.entries).toEqual([
      expect.objectContaining({ account: 'platform:grants', amount: 3, balance: null }),
      expect.objectContaining({ account: `user:${userId}`, amount: -3, balance: 37 }),
    ]);
    expect(found.correlatedRequests).toMatchObject([{ requestId: context.requestId, actor: staffId }]);
  });

  it('traces a hold through every request and event that it came by', async () => {
    const userId = await tokens.newUser();
    const test = await tokens.heldTest(userId, 1);
    const started = await tokens.publishStart(test);
    await tokens.settled('post-hold-on-photo-assessment-started', started);
    const found = await trace(test.holdId);
    expect(found.transfer).toMatchObject({ status: 'posted', code: 'hold', amount: 20 });
    expect(found.entries.map(({ amount }) => amount).sort()).toEqual([-20, 20]);
    expect(found.correlatedRequests.map(({ requestId }) => requestId)).toContain(started.correlationId);
    expect(found.correlatedEvents.map(({ type }) => type)).toEqual(['HoldPlaced', 'HoldPosted']);
    expect(found.correlatedEvents[1]).toMatchObject({ service: 'tokens', causeEventId: started.eventId });
    expect(found.correlatedEvents.map(({ command }) => command)).toEqual([
      'tokens.placeHold',
      'post-hold-on-photo-assessment-started',
    ]);
    await eventually(async () => {
      const { links } = await trace(test.holdId);
      expect(links.map(({ eventId }) => eventId)).toEqual(found.correlatedEvents.map(({ eventId }) => eventId));
    });
  });

  it('names what else the same request has caused here', async () => {
    const context = support();
    const [one, other] = [await tokens.newUser(), await tokens.newUser()];
    const both: { transferId: string }[] = [];
    for (const userId of [one, other]) {
      both.push(
        await tokens.rpc.call(
          tokensRpc.grant,
          { userId, amountTokens: 1, reason: userId },
          { ...context, idempotency: { key: userId, fingerprint: 'body' } },
        ),
      );
    }
    await eventually(async () => {
      const { correlatedEvents } = await trace(both[0]!.transferId);
      expect(correlatedEvents.map(({ streamId }) => streamId)).toEqual(
        both.map(({ transferId }) => `transfer-${transferId}`),
      );
    });
  });

  it('has no trace of an unknown transfer', async () => {
    await expect(trace(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is closed to everybody else', async () => {
    const userId = await tokens.newUser();
    const context = tokens.context(userId);
    const asked = [
      tokens.rpc.call(supportLedgerRpc.getAccountStatement, { userId, limit: 1 }, context),
      tokens.rpc.call(supportLedgerRpc.listEntries, { limit: 1 }, context),
      tokens.rpc.call(supportLedgerRpc.getTransfer, { transferId: randomUUID() as TransferId }, context),
      tokens.rpc.call(supportLedgerRpc.reconcile, {}, context),
    ];
    await Promise.all(asked.map((one) => expect(one).rejects.toMatchObject({ code: 'FORBIDDEN' })));
  });

  it('takes a day for the end of a trial balance', async () => {
    const day = (await databaseTime()).slice(0, 10);
    const at = async (asOf: string) => {
      const { accounts, sum } = await tokens.rpc.call(supportLedgerRpc.trialBalance, { asOf }, support());
      return [accounts.length > 0, sum];
    };
    expect(await at(day)).toEqual([true, 0]);
    expect(await at('2000-01-01')).toEqual([false, 0]);
  });
});
