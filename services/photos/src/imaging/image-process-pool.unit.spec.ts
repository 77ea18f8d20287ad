import { describe, expect, it } from '@jest/globals';
import { MemoryBudget } from './image-process-pool.js';

describe('a memory budget', () => {
  it('is never exceeded, and serves in the order of arrival', async () => {
    const budget = new MemoryBudget(10);
    const giveBack = await budget.take(6);
    const order: string[] = [];
    const large = budget.take(5).then((done) => {
      order.push('large');
      return done;
    });
    const small = budget.take(2).then(() => order.push('small'));
    expect(order).toEqual([]);
    giveBack();
    await Promise.all([large, small]);
    expect(order).toEqual(['large', 'small']);
  });

  it('gives everything to one who wants more', async () => {
    const budget = new MemoryBudget(10);
    const giveBack = await budget.take(50);
    const next = budget.take(1);
    giveBack();
    await expect(next).resolves.toBeInstanceOf(Function);
  });
});
