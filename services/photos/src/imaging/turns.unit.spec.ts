import { describe, expect, it } from '@jest/globals';
import { TooManyWaitingError, Turns } from './turns.js';

describe('turns', () => {
  it('lets as many in at once as there are places, then in the order they came', async () => {
    const turns = new Turns(2);
    const leaveFirst = await turns.take();
    await turns.take();
    const order: string[] = [];
    const third = turns.take().then((leave) => {
      order.push('third');
      return leave;
    });
    const fourth = turns.take().then(() => order.push('fourth'));
    expect(order).toEqual([]);
    leaveFirst();
    (await third)();
    await fourth;
    expect(order).toEqual(['third', 'fourth']);
  });

  it('refuses who would wait behind too many', async () => {
    const turns = new Turns(1, 1);
    const leave = await turns.take();
    const waiting = turns.take();
    await expect(turns.take()).rejects.toThrow(TooManyWaitingError);
    leave();
    (await waiting)();
    await expect(turns.take()).resolves.toBeInstanceOf(Function);
  });
});
