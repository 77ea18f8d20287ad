import { afterEach, describe, expect, it } from '@jest/globals';
import { databaseTime, measureDatabaseTime } from './database-time.js';

/** A database whose clock differs from this machine's. */
const databaseAt = (skewMs: number) =>
  ({ query: async () => ({ rows: [{ ms: Date.now() + skewMs }] }) }) as never as Parameters<
    typeof measureDatabaseTime
  >[0];
const differenceMs = (): number => databaseTime().getTime() - Date.now();

describe('the time of the database', () => {
  afterEach(() => measureDatabaseTime(databaseAt(0)));

  it.each([-60_000, 0, 60_000])('is followed where it differs by %d ms', async (skewMs) => {
    await measureDatabaseTime(databaseAt(skewMs));
    expect(Math.abs(differenceMs() - skewMs)).toBeLessThan(1_000);
  });

  it('does not move by what the way to the database takes', async () => {
    await measureDatabaseTime(databaseAt(0));
    const slow = {
      query: async () => {
        const rows = [{ ms: Date.now() }];
        await new Promise((resolve) => setTimeout(resolve, 50));
        return { rows };
      },
    } as never as Parameters<typeof measureDatabaseTime>[0];
    const before = databaseTime().getTime() - performance.now();
    await measureDatabaseTime(slow);
    expect(Math.abs(databaseTime().getTime() - performance.now() - before)).toBeLessThanOrEqual(2);
  });
});
