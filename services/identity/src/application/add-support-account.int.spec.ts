import { identityEvents, identityRpc } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { codeOf, IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';
import { addSupportAccount } from './add-support-account.js';

describe('making a support account', () => {
  let identity: IdentityFixture;
  let store: EventStore;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
    store = new EventStore({ pool: new pg.Pool({ connectionString: identity.databaseUrl, max: 2 }) });
  });
  afterAll(async () => {
    await store.pool.end();
    await identity.stop();
  });

  const add = (email: string, password = PASSWORD) => addSupportAccount(store, { email, password }, new Date());
  const logIn = (email: string, password = PASSWORD) =>
    identity.rpc.call(identityRpc.logIn, { email, password }, identity.context());

  it('gives an account with the role, which the other services hear of', async () => {
    const added = await add('Desk@candid.example');
    if (added.outcome !== 'added') throw new Error(added.outcome);
    const { user } = await logIn('desk@candid.example');
    expect(user).toMatchObject({ userId: added.userId, roles: ['user', 'support'], approvedAssessor: false });
    await eventually(async () => expect(await identity.getUser(user.userId)).toEqual(user));
    const [row] = await identity.session.query<{ event_id: string }>(
      `select event_id from events where stream_id = $1 and type = 'UserRegistered'`,
      [`account-${added.userId}`],
    );
    await identity.published(identityEvents.UserRegistered, row!.event_id);
  });

  it('changes nothing the second time, the password neither', async () => {
    await add('twice@candid.example');
    expect(await add('twice@candid.example', 'Another horse!')).toEqual({ outcome: 'support-already' });
    expect(await codeOf(logIn('twice@candid.example', 'Another horse!'))).toBe('UNAUTHENTICATED');
    await logIn('twice@candid.example');
  });

  it('takes no account over', async () => {
    const { email, user } = await identity.signUp();
    expect(await add(email)).toEqual({ outcome: 'account-without-support' });
    expect((await identity.getUser(user.userId)).roles).toEqual(['user']);
  });

  it('refuses a weak password and a wrong address', async () => {
    expect(await codeOf(add('weak@candid.example', 'password'))).toBe('VALIDATION_FAILED');
    expect(await codeOf(add('weak'))).toBe('VALIDATION_FAILED');
  });
});
