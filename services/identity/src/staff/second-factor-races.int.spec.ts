import { randomUUID } from 'node:crypto';
import { identityRpc, type Session, secondFactorRpc } from '@candid/contracts';
import { type EventStore, sessionOfClient } from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { cheapHasher, claimsOf, codeOf, IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';
import { endSessionsOf } from '../sessions/sessions.rows.js';
import { addStaffAccount, resetSecondFactor } from './accounts.js';

describe('a request under way while a second factor is removed', () => {
  let identity: IdentityFixture;
  let store: EventStore;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
    store = identity.store;
  });
  afterAll(() => identity.stop());

  const request = () => ({ idempotency: { key: randomUUID(), fingerprint: 'x' } });
  const logIn = (email: string, secondFactor = '') =>
    identity.rpc.call(
      identityRpc.logIn,
      { email, password: PASSWORD, secondFactor },
      identity.caller({ ip: randomUUID(), ...request() }),
    );
  const codeFrom = (secret: string) => new TOTP({ secret }).generate({ timestamp: identity.clock().getTime() });
  const confirm = (session: Session, secret: string) =>
    identity.rpc.call(
      secondFactorRpc.confirmSecondFactor,
      { userId: session.user.userId, code: codeFrom(secret) },
      { ...identity.contextOf(session), ...request() },
    );

  async function begun() {
    const email = `${randomUUID()}@candid.example`;
    await addStaffAccount(store, { email, password: PASSWORD, role: 'support' }, identity.clock(), cheapHasher);
    const session = await logIn(email);
    const { secret } = await identity.rpc.call(
      secondFactorRpc.beginSecondFactor,
      { userId: session.user.userId, secondFactor: '', password: PASSWORD },
      { ...identity.contextOf(session), ...request() },
    );
    return { email, session, secret, userId: session.user.userId };
  }
  async function enrolled() {
    const account = await begun();
    await confirm(account.session, account.secret);
    identity.passTime(60_000);
    return account;
  }

  /** Runs `meanwhile` while `call` waits for a lock on the user's row of the table. */
  async function heldAt<Result>(
    table: 'credentials' | 'second_factors',
    userId: string,
    call: () => Promise<Result>,
    meanwhile: () => Promise<unknown>,
  ): Promise<Result> {
    const client = await store.pool.connect();
    try {
      // The application's role may stay idle in a transaction for only four seconds.
      await client.query('begin; set local idle_in_transaction_session_timeout = 0');
      await client.query(`select from ${table} where user_id = $1 for update`, [userId]);
      const called = call();
      called.catch(() => undefined);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await eventually(async () => expect((await store.pool.query(waiting)).rowCount).toBe(1));
      await meanwhile();
      await client.query('rollback');
      return await called;
    } finally {
      client.release();
    }
  }

  it('starts no session with a factor that was reset', async () => {
    const { email, secret, userId } = await enrolled();
    const colleague = await enrolled();
    const entering = heldAt(
      'credentials',
      userId,
      () => logIn(email, codeFrom(secret)),
      () => resetSecondFactor(store, { email, colleagueEmail: colleague.email }, identity.clock()),
    );
    expect(await codeOf(entering)).toBe('UNAUTHENTICATED');
    expect(claimsOf((await logIn(email)).token).roles).toEqual(['user']);
  });

  it('starts a session if nothing has changed', async () => {
    const { email, secret, userId } = await enrolled();
    const nothing = async () => undefined;
    const { token } = await heldAt('credentials', userId, () => logIn(email, codeFrom(secret)), nothing);
    expect(claimsOf(token).roles).toContain('support');
  });

  it('sets up no factor for a session that has ended', async () => {
    const { email, session, secret, userId } = await begun();
    const confirming = heldAt(
      'second_factors',
      userId,
      () => confirm(session, secret),
      () => endSessionsOf(sessionOfClient(store.pool), userId, 'password-reset', identity.clock()),
    );
    expect(await codeOf(confirming)).toBe('UNAUTHENTICATED');
    await logIn(email);
  });
});
