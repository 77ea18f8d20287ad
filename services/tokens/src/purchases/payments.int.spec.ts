import { randomUUID } from 'node:crypto';
import { tokensRpc, type UserId } from '@candid/contracts';
import { eventually, LocalStripe, type SignedNotification } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { purchaseKey } from '../ledger/posted-transfers.js';
import { transferIdOf } from '../ledger/transfer.js';
import { TokensFixture } from '../tokens.fixture.spec.js';

describe('purchases through Stripe', () => {
  let stripe: LocalStripe;
  let tokens: TokensFixture;

  beforeAll(async () => {
    stripe = await LocalStripe.start();
    tokens = await TokensFixture.start({ ...stripe.settings(), PUBLIC_URL: 'https://candid.example/' });
    await tokens.startWorker();
  });
  afterAll(async () => {
    await tokens.stop();
    await stripe.stop();
  });

  const contextOf = (userId: UserId, key: string = randomUUID()) =>
    tokens.context(userId, { idempotency: { key: `${userId}:createCheckoutSession:${key}`, fingerprint: 'body' } });
  const open = (userId: UserId, more: { tokenAmount?: number; purchasePrice?: number; key?: string } = {}) => {
    const { tokenAmount = 50, purchasePrice, key } = more;
    const request = { userId, tokenAmount, ...(purchasePrice !== undefined && { purchasePrice }) };
    return tokens.rpc.call(tokensRpc.createCheckout, request, contextOf(userId, key));
  };
  const tell = ({ body, signature }: SignedNotification) =>
    tokens.rpc.call(
      tokensRpc.takePaymentNotification,
      { body: Buffer.from(body).toString('base64'), signature },
      tokens.context(),
    );
  const state = (userId: UserId, sessionId?: string, waitMs = 2_000) =>
    tokens.rpc.call(
      tokensRpc.getBalanceAfterPurchase,
      { userId, waitMs, ...(sessionId && { sessionId }) },
      tokens.context(userId),
    );
  const available = async (userId: UserId) => (await tokens.balance(userId)).available;
  const checkoutOf = async (sessionId: string) =>
    (await tokens.pool.query('select * from checkouts where session_id = $1', [sessionId])).rows[0];
  const outcomeOf = async ({ body }: SignedNotification) => {
    const { rows } = await tokens.pool.query('select * from payment_notifications where provider_event_id = $1', [
      JSON.parse(body).id,
    ]);
    return rows[0]?.outcome;
  };
  /** Waits until no work item is open. */
  const worked = () =>
    eventually(async () => {
      const { rowCount } = await tokens.pool.query('select from work_items where completed_at is null');
      expect(rowCount).toBe(0);
    });
  const transfersOf = async (sessionId: string) => {
    const { checkout_id } = await checkoutOf(sessionId);
    const { rows } = await tokens.pool.query('select code, cause_event_id from transfers where transfer_id = $1', [
      transferIdOf(purchaseKey(checkout_id)),
    ]);
    return rows;
  };

  it('lists the packs as for sale', async () => {
    const { packs } = await tokens.rpc.call(tokensRpc.listPacks, {}, tokens.context());
    expect(packs).toEqual([
      { tokens: 50, price: 499, currency: 'USD', enabled: true },
      { tokens: 125, price: 999, currency: 'USD', enabled: true },
      { tokens: 300, price: 1999, currency: 'USD', enabled: true },
    ]);
  });

  it('opens a session at the pack’s price, bound to the buyer and the pack', async () => {
    const userId = await tokens.newUser();
    const { sessionId, url } = await open(userId, { tokenAmount: 125, purchasePrice: 999 });
    const session = stripe.session(sessionId);
    expect(session).toMatchObject({ url, amount_total: 999, currency: 'usd', metadata: { userId, tokens: '125' } });
    expect(session.success_url).toBe(
      'https://candid.example/pay?session_id={CHECKOUT_SESSION_ID}&token_amount=125&update_tokens=true',
    );
  });

  it('sells no other amount and at no other price, and not to somebody else', async () => {
    const userId = await tokens.newUser();
    const invalid = { code: 'VALIDATION_FAILED', message: 'Please select a valid token amount.' };
    for (const tokenAmount of [0, -50, 0.5, 51, 1e9])
      await expect(open(userId, { tokenAmount })).rejects.toMatchObject(invalid);
    await expect(open(userId, { purchasePrice: 1 })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const request = tokens.rpc.call(
      tokensRpc.createCheckout,
      { userId, tokenAmount: 50 },
      contextOf(randomUUID() as UserId),
    );
    await expect(request).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('opens one session for a request’s repeats, and none for another pack under its key', async () => {
    const userId = await tokens.newUser();
    const key = randomUUID();
    const before = stripe.sessions.size;
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(userId, { key })));
    answers.push(await open(userId, { key }));
    expect(new Set(answers.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(stripe.sessions.size).toBe(before + 1);
    await expect(open(userId, { key, tokenAmount: 125 })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('says so where Stripe is out of order, and opens the session with the next try', async () => {
    const userId = await tokens.newUser();
    const key = randomUUID();
    stripe.failure = { status: 503 };
    await expect(open(userId, { key })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    stripe.failure = undefined;
    expect((await open(userId, { key })).sessionId).toMatch(/^cs_test_/);
  });

  it('credits a paid session once, told once or often, at once or again, by one event or by two', async () => {
    const userId = await tokens.newUser();
    const { sessionId } = await open(userId);
    const notification = stripe.pay(sessionId);
    await Promise.all(Array.from({ length: 5 }, () => tell(notification)));
    await tell(stripe.sign(notification.body));
    await tell(stripe.pay(sessionId));
    expect(await state(userId, sessionId)).toEqual({ available: 90, booked: true });
    await worked();
    expect(await available(userId)).toBe(90);
    const { rows } = await tokens.pool.query(
      "select event_id from events where stream_id = $1 and type = 'CheckoutPaid'",
      [`checkout-${(await checkoutOf(sessionId)).checkout_id}`],
    );
    expect(rows).toHaveLength(1);
    expect(await transfersOf(sessionId)).toEqual([{ code: 'purchase', cause_event_id: rows[0].event_id }]);
  });

  it('credits nothing that was not signed, was signed with another secret, changed, or signed long ago', async () => {
    const userId = await tokens.newUser();
    const { sessionId } = await open(userId);
    const { body, signature } = stripe.pay(sessionId);
    const refused = { code: 'VALIDATION_FAILED' };
    for (const forged of [
      { body, signature: '' },
      { body, signature: 'nonsense' },
      stripe.sign(body, { secret: 'whsec_other' }),
      stripe.sign(body, { secondsAgo: 301 }),
      { body: body.replace('499', '498'), signature },
      { body: `${body} `, signature },
    ]) {
      await expect(tell(forged)).rejects.toMatchObject(refused);
    }
    await expect(state(userId, sessionId, 0)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await tell(stripe.sign(body, { secondsAgo: 200 }));
    expect(await state(userId, sessionId)).toEqual({ available: 90, booked: true });
  });

  it('waits for a payment that takes days, and credits it although the session was said to be over', async () => {
    const userId = await tokens.newUser();
    const { sessionId } = await open(userId, { tokenAmount: 300 });
    const completed = stripe.aboutSession('completed', sessionId, { status: 'complete' });
    await tell(completed);
    expect(await outcomeOf(completed)).toBe('pending');
    await expect(state(userId, sessionId, 0)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const expired = stripe.aboutSession('expired', sessionId);
    await tell(expired);
    expect(await outcomeOf(expired)).toBe('closed');
    await tell(stripe.aboutSession('async_payment_succeeded', sessionId, { payment_status: 'paid' }));
    expect(await state(userId, sessionId)).toEqual({ available: 340, booked: true });
    await tell(stripe.aboutSession('async_payment_failed', sessionId));
    await tell(completed);
    await worked();
    expect(await available(userId)).toBe(340);
    expect((await checkoutOf(sessionId)).status).toBe('paid');
  });

  it('credits nothing for a payment that fails or a session that expires', async () => {
    const userId = await tokens.newUser();
    for (const type of ['async_payment_failed', 'expired']) {
      const { sessionId } = await open(userId);
      await tell(stripe.aboutSession(type, sessionId));
      await expect(state(userId, sessionId, 0)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await worked();
    expect(await available(userId)).toBe(40);
  });

  it('credits nothing for another amount, pack or buyer, and keeps it for support', async () => {
    const userId = await tokens.newUser();
    const { sessionId } = await open(userId);
    const { metadata } = stripe.session(sessionId);
    const paid = { payment_status: 'paid' };
    for (const changed of [
      { amount_total: 1 },
      { currency: 'vnd' },
      { metadata: { ...metadata, tokens: '300' } },
      { metadata: { ...metadata, userId: randomUUID() } },
      { id: 'cs_test_other' },
    ]) {
      const notification = stripe.aboutSession('completed', sessionId, { ...paid, ...changed });
      await tell(notification);
      expect(await outcomeOf(notification)).toBe('mismatched');
    }
    await worked();
    expect(await available(userId)).toBe(40);
    await expect(state(userId, sessionId, 0)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('records what is about no checkout of ours, and what it does not care about', async () => {
    const { sessionId } = await open(await tokens.newUser());
    const metadata = { ...stripe.session(sessionId).metadata, checkoutId: randomUUID() };
    const unknown = stripe.aboutSession('completed', sessionId, { payment_status: 'paid', metadata });
    const bare = stripe.aboutSession('completed', sessionId, { payment_status: 'paid', metadata: {} });
    const other = stripe.notification('invoice.created', { object: 'invoice' });
    for (const notification of [unknown, bare, other]) await tell(notification);
    expect(await outcomeOf(unknown)).toBe('unknown');
    expect(await outcomeOf(bare)).toBe('unknown');
    expect(await outcomeOf(other)).toBe('ignored');
  });

  /** A paid session and its possible notifications. Disputes name only the payment, as those of Stripe do. */
  async function sold() {
    const userId = await tokens.newUser();
    const { sessionId } = await open(userId);
    const completed = stripe.pay(sessionId);
    const { payment_intent, metadata } = stripe.session(sessionId);
    const money = { amount: 499, currency: 'usd', payment_intent };
    const refunded = (amount_refunded: number) =>
      stripe.notification('charge.refunded', { ...money, metadata, amount_refunded, object: 'charge' });
    const disputed = (status: string) => {
      const type = `charge.dispute.${['won', 'lost'].includes(status) ? 'closed' : 'created'}`;
      return stripe.notification(type, { ...money, id: `dp_${sessionId}`, status, metadata: {}, object: 'dispute' });
    };
    return { userId, sessionId, completed, refunded, disputed };
  }

  it('records refunds and disputes for support, and leaves credited tokens where they are', async () => {
    const { userId, sessionId, completed, refunded, disputed } = await sold();
    await tell(completed);
    await state(userId, sessionId);
    await tell(refunded(200));
    expect((await checkoutOf(sessionId)).status).toBe('refunded');
    const dispute = disputed('needs_response');
    await tell(dispute);
    await tell(dispute);
    expect((await checkoutOf(sessionId)).status).toBe('disputed');
    await tell(refunded(300));
    expect((await checkoutOf(sessionId)).status).toBe('disputed');
    const { rows } = await tokens.pool.query(
      "select type, data from events where stream_id = $1 and type like 'Payment%' order by stream_version",
      [`checkout-${(await checkoutOf(sessionId)).checkout_id}`],
    );
    expect(rows.map(({ type, data }) => [type, data.amount])).toEqual([
      ['PaymentRefunded', 200],
      ['PaymentDisputed', 499],
      ['PaymentRefunded', 300],
    ]);
    expect(await available(userId)).toBe(90);
  });

  const ordersOf = <Fact>(facts: readonly Fact[]): Fact[][] =>
    facts.length < 2
      ? [[...facts]]
      : facts.flatMap((fact) => ordersOf(facts.filter((other) => other !== fact)).map((rest) => [fact, ...rest]));
  const toldInAnyOrder = [
    { facts: ['paid', 'refunded'], status: 'refunded', tokensIfPaidFirst: 90, otherwise: 40 },
    { facts: ['paid', 'part', 'disputed'], status: 'disputed', tokensIfPaidFirst: 90, otherwise: 40 },
    { facts: ['paid', 'disputed', 'won'], status: 'paid', tokensIfPaidFirst: 90, otherwise: 90 },
    { facts: ['paid', 'part', 'expired'], status: 'refunded', tokensIfPaidFirst: 90, otherwise: 90 },
  ] as const;

  it.each(toldInAnyOrder)('has one status for $facts in any order: $status', async (row) => {
    for (const order of ordersOf<string>(row.facts)) {
      const { userId, sessionId, completed, refunded, disputed } = await sold();
      const notifications: Record<string, SignedNotification> = {
        paid: completed,
        refunded: refunded(499),
        part: refunded(200),
        disputed: disputed('needs_response'),
        won: disputed('won'),
        expired: stripe.aboutSession('expired', sessionId),
      };
      for (const fact of order) await tell(notifications[fact]!);
      await worked();
      const isPaidFirst = order.indexOf('paid') < Math.max(order.indexOf('refunded'), order.indexOf('disputed'));
      expect({ order, status: (await checkoutOf(sessionId)).status, tokens: await available(userId) }).toEqual({
        ...{ order, status: row.status, tokens: isPaidFirst ? row.tokensIfPaidFirst : row.otherwise },
      });
    }
  });

  it('has one status for a payment and its dispute that are told at the same time', async () => {
    const sales = await Promise.all(Array.from({ length: 8 }, sold));
    await Promise.all(sales.flatMap(({ completed, disputed }) => [tell(disputed('needs_response')), tell(completed)]));
    const statuses = await Promise.all(sales.map(async ({ sessionId }) => (await checkoutOf(sessionId)).status));
    expect(new Set(statuses)).toEqual(new Set(['disputed']));
  });

  it('credits after the worker was away, and after it died between the transfer and the end of its work', async () => {
    const userId = await tokens.newUser();
    const { sessionId } = await open(userId);
    await tokens.stopWorker();
    await tell(stripe.pay(sessionId));
    expect(await state(userId, sessionId, 0)).toEqual({ available: 40, booked: false });
    await tokens.startWorker();
    await worked();
    const id = `purchase-${(await checkoutOf(sessionId)).checkout_id}`;
    await tokens.pool.query('update work_items set completed_at = null, available_at = now() where id = $1', [id]);
    await worked();
    expect(await available(userId)).toBe(90);
  });

  it('shows a session’s state to its buyer alone', async () => {
    const userId = await tokens.newUser();
    const { sessionId } = await open(userId);
    await tell(stripe.pay(sessionId));
    const stranger = await tokens.newUser();
    await expect(state(stranger, sessionId, 0)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(state(userId, undefined, 0)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(state(userId, 'cs_test_unknown', 0)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('leaves the ledger whole', async () => {
    await worked();
    expect(await tokens.faults()).toEqual([]);
  });
});

describe('without a payment provider', () => {
  let tokens: TokensFixture;

  beforeAll(async () => {
    tokens = await TokensFixture.start();
  });
  afterAll(() => tokens.stop());

  it('nothing is for sale', async () => {
    const userId = await tokens.newUser();
    const context = tokens.context(userId);
    const { packs } = await tokens.rpc.call(tokensRpc.listPacks, {}, context);
    expect(packs.map(({ enabled }) => enabled)).toEqual([false, false, false]);
    const open = (tokenAmount: number) => tokens.rpc.call(tokensRpc.createCheckout, { userId, tokenAmount }, context);
    await expect(open(50)).rejects.toMatchObject({ code: 'PAYMENTS_DISABLED' });
    await expect(open(0)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const told = tokens.rpc.call(tokensRpc.takePaymentNotification, { body: 'e30=', signature: 't=1,v1=0' }, context);
    await expect(told).rejects.toMatchObject({ code: 'PAYMENTS_DISABLED' });
  });
});
