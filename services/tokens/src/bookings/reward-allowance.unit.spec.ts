import { describe, expect, it } from '@jest/globals';
import { daysAfter, RewardAllowance } from './reward-allowance.js';

describe('the day’s allowance for rewards', () => {
  function allowanceOf(dailyCapTokens: number, spentTokens = 0) {
    const ledger = { spentTokens, looks: 0, lookMs: 0, now: new Date('2026-11-21T12:00:00.000Z') };
    const lookUp = async () => {
      ledger.looks += 1;
      if (ledger.looks > 9) throw new Error('looks for ever');
      ledger.now = new Date(ledger.now.getTime() + ledger.lookMs);
      return { paidTokens: ledger.spentTokens, capTokens: dailyCapTokens };
    };
    const allowance = new RewardAllowance({ lookUp, clock: () => ledger.now });
    const pay = (amountTokens: number) =>
      allowance.spend(amountTokens, async () => {
        ledger.spentTokens += amountTokens;
        return 'paid';
      });
    return { ledger, allowance, pay };
  }

  it('is spent to the last token and not over', async () => {
    const { pay } = allowanceOf(25);
    expect(await pay(20)).toBe('paid');
    expect(await pay(10)).toBeUndefined();
    expect(await pay(5)).toBe('paid');
    expect(await pay(1)).toBeUndefined();
  });

  it('holds for payments at the same time', async () => {
    const { pay, ledger } = allowanceOf(50);
    const paid = await Promise.all(Array.from({ length: 20 }, () => pay(10)));
    expect(paid.filter(Boolean)).toHaveLength(5);
    expect(ledger).toMatchObject({ spentTokens: 50, looks: 1 });
  });

  it('counts what other processes have paid, as of the last look', async () => {
    const { pay, ledger } = allowanceOf(50, 20);
    expect(await pay(20)).toBe('paid');
    ledger.spentTokens += 10;
    ledger.now = new Date(ledger.now.getTime() + 1_000);
    expect(await pay(1)).toBeUndefined();
  });

  it('looks seldom while more than half is left, and for whoever asks', async () => {
    const { allowance, pay, ledger } = allowanceOf(100);
    const later = (ms: number) => {
      ledger.now = new Date(ledger.now.getTime() + ms);
    };
    expect(await pay(10)).toBe('paid');
    later(59_000);
    expect(await pay(10)).toBe('paid');
    expect(ledger.looks).toBe(1);
    expect(await allowance.today()).toEqual({ paidTokens: 20, capTokens: 100 });
    expect(ledger.looks).toBe(2);
    later(60_000);
    ledger.spentTokens += 40;
    expect(await pay(10)).toBe('paid');
    expect(ledger.looks).toBe(3);
    later(1_000);
    expect(await pay(10)).toBe('paid');
    expect(ledger.looks).toBe(4);
  });

  it('is spent however long a look takes, and looks again only for another day', async () => {
    const { pay, ledger } = allowanceOf(40, 20);
    ledger.lookMs = 1_500;
    expect(await pay(5)).toBe('paid');
    expect(await pay(5)).toBe('paid');
    expect(ledger.looks).toBe(2);
    ledger.now = new Date('2026-11-21T23:59:59.000Z');
    expect(await pay(5)).toBe('paid');
    expect(ledger.looks).toBe(4);
  });

  it('counts a payment once that is under way when a look begins', async () => {
    const { allowance, pay, ledger } = allowanceOf(60, 20);
    let commit = () => {};
    const committed = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const paying = allowance.spend(20, async () => {
      ledger.spentTokens += 20;
      await committed;
      return 'paid';
    });
    await new Promise(setImmediate);
    ledger.now = new Date(ledger.now.getTime() + 1_000);
    const looking = allowance.today();
    await new Promise(setImmediate);
    commit();
    expect(await paying).toBe('paid');
    expect(await looking).toEqual({ paidTokens: 40, capTokens: 60 });
    expect(await pay(20)).toBe('paid');
  });

  it('begins anew with the day', async () => {
    const { pay, ledger } = allowanceOf(10, 10);
    expect(await pay(5)).toBeUndefined();
    ledger.spentTokens = 0;
    ledger.now = new Date('2026-11-22T00:00:00.000Z');
    expect(await pay(5)).toBe('paid');
  });

  it('has back what a failed payment did not spend', async () => {
    const { allowance, pay } = allowanceOf(10);
    const failing = allowance.spend(10, () => Promise.reject(new Error('database away')));
    await expect(failing).rejects.toThrow('database away');
    expect(await pay(10)).toBe('paid');
  });

  it('returns at midnight, UTC', () => {
    expect(daysAfter(new Date('2026-12-31T23:00:00.000Z'), 1).toISOString()).toBe('2027-01-01T00:00:00.000Z');
  });
});
