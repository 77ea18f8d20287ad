import { randomUUID } from 'node:crypto';
import { identityRpc, PRODUCT, RETENTION } from '@candid/contracts';
import { Database, ormOptions } from '@candid/platform/orm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { codeOf, IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';
import { addBouncedAddress } from '../mail/bounced-addresses.js';
import { RemoveExpiredRows } from './remove-expired-rows.js';

const HOUR_MS = 3_600_000;

const tables = [
  'signup_codes',
  'password_resets',
  'sessions',
  'refresh_tokens',
  'secret_tries',
  'idempotency_records',
  'welcomed_mailboxes',
  'feedback',
  'bounced_addresses',
];

describe('the sweep of expired rows', () => {
  let identity: IdentityFixture;
  let orm: MikroORM;
  let sweep: RemoveExpiredRows;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
    orm = new MikroORM(ormOptions({ url: identity.databaseUrl, entities: [] }));
    sweep = new RemoveExpiredRows(new Database(orm), identity.clock);
  });
  afterAll(async () => {
    await orm.close(true);
    await identity.stop();
  });

  async function rowCounts(): Promise<Record<string, number>> {
    const counts = tables.map(async (table) => {
      const [row] = await identity.session.query<{ count: number }>(`select count(*)::int as count from ${table}`);
      return [table, row!.count] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  }

  it('forgets each row when it has had its time, and none before', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const idempotency = { key: randomUUID(), fingerprint: 'request' };
    await identity.rpc.call(identityRpc.refresh, { refreshToken: session.refreshToken }, identity.caller());
    await identity.rpc.call(identityRpc.dismissFirstLogin, { userId }, identity.contextOf(session, { idempotency }));
    const wrong = identity.rpc.call(
      identityRpc.approveAssessor,
      { userId, passkey: 'guess' },
      identity.contextOf(session),
    );
    expect(await codeOf(wrong)).toBe('PASSKEY_INCORRECT');
    await identity.signupCodeFor('waiting@example.org');
    await identity.resetTokenFor('waiting@example.org');
    const visitor = { feedback: 'The crop is good.', email: 'visitor@example.org' };
    await identity.rpc.call(identityRpc.sendFeedback, visitor, identity.caller());
    await addBouncedAddress(identity.session, 'nobody@example.org', identity.clock());
    const all = {
      signup_codes: 1,
      password_resets: 1,
      sessions: 1,
      refresh_tokens: 2,
      secret_tries: 5,
      idempotency_records: 1,
      welcomed_mailboxes: 1,
      feedback: 1,
      bounced_addresses: 1,
    };
    await sweep.run();
    expect(await rowCounts()).toEqual(all);

    identity.passTime(PRODUCT.passwordResetMs);
    await sweep.run();
    expect(await rowCounts()).toEqual({ ...all, password_resets: 0 });

    identity.passTime(HOUR_MS - PRODUCT.passwordResetMs);
    await sweep.run();
    expect(await rowCounts()).toEqual({ ...all, password_resets: 0, secret_tries: 0 });

    identity.passTime(23 * HOUR_MS);
    await sweep.run();
    expect(await rowCounts()).toEqual({
      ...all,
      password_resets: 0,
      secret_tries: 0,
      idempotency_records: 0,
    });

    identity.passTime(PRODUCT.refreshTokenMs);
    await sweep.run();
    const none = Object.fromEntries(tables.map((table) => [table, 0]));
    expect(await rowCounts()).toEqual({ ...none, welcomed_mailboxes: 1, feedback: 1 });

    identity.passTime(RETENTION.feedbackMs);
    await sweep.run();
    expect(await rowCounts()).toEqual({ ...none, welcomed_mailboxes: 1, feedback: 0 });

    identity.passTime(RETENTION.welcomedMailboxMs);
    await sweep.run();
    expect(await rowCounts()).toEqual(none);
    const form = { email: session.email, password: PASSWORD };
    await identity.rpc.call(identityRpc.logIn, form, identity.caller());
  });
});
