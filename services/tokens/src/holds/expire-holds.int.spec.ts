import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at, grantOf, LedgerFixture, type LedgerProcess, metadata, post } from '../ledger/ledger.fixture.spec.js';
import { escrowAccount, userAccount } from '../ledger/transfer.js';
import { ExpireHolds } from './expire-holds.js';

const atOnce = 20;

describe('holds whose time is up', () => {
  let fixture: LedgerFixture;
  let process: LedgerProcess;
  let expiring: ExpireHolds;
  const userId = randomUUID();

  beforeAll(async () => {
    fixture = await LedgerFixture.start();
    process = fixture.process();
    const { transfers } = process;
    expiring = new ExpireHolds(transfers, fixture.database, () => new Date());
    await post(process, grantOf(userId, 10_000));
  });
  afterAll(() => fixture.stop());

  const place = (expiresAt: string) => {
    const holdId = randomUUID();
    const legs = [{ account: escrowAccount(randomUUID()), amountTokens: 5 }];
    const hold = { type: 'PlaceHold', idempotencyKey: holdId, account: userAccount(userId), legs } as const;
    return process.transfers.run(holdId, { ...hold, expiresAt, effectiveAt: at }, metadata);
  };
  const held = async () => (await fixture.balance(userAccount(userId))).held;

  it('all end in one run, however many there are and of the same moment, and no other does', async () => {
    await Promise.all(Array.from({ length: 5 * atOnce + 1 }, () => place('2026-01-01T00:00:00.000Z')));
    await place('2999-01-01T00:00:00.000Z');
    expect(await expiring.run({ atOnce })).toBe(5 * atOnce + 1);
    expect(await held()).toBe(5);
    expect(await expiring.run({ atOnce })).toBe(0);
  });

  it('end though more before them cannot be ended than are taken at once', async () => {
    await fixture.owner.query(
      `insert into transfers (transfer_id, version, status, code, amount, idempotency_key, correlation_id, effective_at,
         recorded_at, expires_at)
       select gen_random_uuid(), 1, 'pending', 'hold', 5, gen_random_uuid(), 'forged', now(), now(), '2025-01-01'
         from generate_series(1, $1::int)`,
      [2 * atOnce],
    );
    await place('2026-01-01T00:00:00.000Z');
    expect(await expiring.run({ atOnce })).toBe(1);
    expect(await held()).toBe(5);
  });
});
