import { describe, expect, it } from '@jest/globals';
import { FairQueue, type FairQueueOptions, TooManyWaitingError } from './fair-queue.js';

const options: FairQueueOptions = { places: 1, waitingMax: 100, waitingPerPartyMax: 100 };

describe('a fair queue', () => {
  /** Returns the parties in the order in which they are served if `arrivals` wait behind a turn of `first`. */
  async function served(first: string, arrivals: string[]): Promise<string[]> {
    const queue = new FairQueue(options);
    const order: string[] = [];
    const leaveFirst = await queue.take(first);
    const all = arrivals.map(async (arrival) => {
      const leave = await queue.take(arrival[0]!);
      order.push(arrival);
      leave();
    });
    leaveFirst();
    await Promise.all(all);
    return order;
  }

  it('lets people take turns, and keeps the order of one person', async () => {
    expect(await served('a', ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('serves first who has the fewest turns under way', async () => {
    const queue = new FairQueue({ ...options, places: 2 });
    const leave = await queue.take('a');
    await queue.take('a');
    const order: string[] = [];
    const waiting = ['a', 'a', 'b'].map((person) => queue.take(person).then(() => order.push(person)));
    leave();
    await waiting[2];
    expect(order).toEqual(['b']);
  });

  it('serves before all others who goes first, whose line others cannot fill', async () => {
    const queue = new FairQueue({ places: 1, waitingMax: 1, waitingPerPartyMax: 1 });
    const leave = await queue.take('a');
    const order: string[] = [];
    const turn = async (party: string, goesFirst: boolean) => {
      const end = await queue.take(party, { goesFirst });
      order.push(party);
      end();
    };
    const turns = [turn('b', false), turn('c', true)];
    await expect(queue.take('d')).rejects.toThrow(TooManyWaitingError);
    leave();
    await Promise.all(turns);
    expect(order).toEqual(['c', 'b']);
  });

  it('refuses who would wait behind too many, of everybody or of their own', async () => {
    const queue = new FairQueue({ places: 1, waitingMax: 2, waitingPerPartyMax: 1 });
    const leave = await queue.take('a');
    const waiting = queue.take('a');
    await expect(queue.take('a')).rejects.toThrow(TooManyWaitingError);
    const other = queue.take('b');
    await expect(queue.take('c')).rejects.toThrow(TooManyWaitingError);
    leave();
    (await waiting)();
    (await other)();
    await expect(queue.take('c')).resolves.toBeInstanceOf(Function);
  });

  it('forgets who has gone', async () => {
    const queue = new FairQueue({ ...options, waitingMax: 1 });
    const leave = await queue.take('a');
    const gone = new AbortController();
    const waiting = queue.take('b', { signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    const next = queue.take('c');
    leave();
    await expect(next).resolves.toBeInstanceOf(Function);
    await expect(queue.take('d', { signal: gone.signal })).rejects.toThrow('gone');
  });
});
