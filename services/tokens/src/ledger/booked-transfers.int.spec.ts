import { randomUUID } from 'node:crypto';
import { Database, ormOptions } from '@candid/platform/orm';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { grantOf, LedgerFixture, type LedgerProcess, post } from './ledger.fixture.spec.js';
import { BookedTransfers } from './read-model.js';

describe('a request that waits for a transfer', () => {
  let fixture: LedgerFixture;
  let bookkeeper: LedgerProcess;
  let orm: MikroORM;
  let pool: pg.Pool | undefined;
  let booked: BookedTransfers;

  beforeAll(async () => {
    fixture = await LedgerFixture.start();
    bookkeeper = fixture.process();
    const onPool = (made: pg.Pool) => {
      pool = made;
    };
    orm = new MikroORM(ormOptions({ url: fixture.applicationUrl, entities: [], poolMax: 1, onPool }));
    booked = new BookedTransfers(new Database(orm));
  });
  afterAll(async () => {
    await orm.close(true);
    await fixture.stop();
  });

  const hasLooked = () => {
    expect([pool?.totalCount, pool?.idleCount]).toEqual([1, 1]);
  };

  it('is told when another process books it', async () => {
    const grant = grantOf(randomUUID(), 1);
    const told = booked.waitFor(grant.idempotencyKey, 60_000);
    await eventually(hasLooked);
    await post(bookkeeper, grant);
    expect(await told).toBe(true);
  });

  it('is told of what was booked before, without waiting', async () => {
    const grant = grantOf(randomUUID(), 1);
    await post(bookkeeper, grant);
    expect(await booked.waitFor(grant.idempotencyKey, 0)).toBe(true);
    expect(await booked.has(grant.idempotencyKey)).toBe(true);
  });

  it('ends without it once its time is up', async () => {
    const key = randomUUID();
    expect(await booked.waitFor(key, 0)).toBe(false);
    expect(await booked.waitFor(key, 60)).toBe(false);
    expect(await booked.has(key)).toBe(false);
  });
});
