import { describe, expect, it } from '@jest/globals';
import { FlushQueue } from './append-batch.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose flushes end when they are told to; an item's keys are its letters. */
function openQueue({ flushes = 1, maxBatch = 100, smallestShare = 100 } = {}) {
  const started: { items: readonly string[]; finish: (outcomes?: (string | Error)[]) => void }[] = [];
  const queue = new FlushQueue<string, string>({
    ...{ flushes, maxBatch, smallestShare },
    keysOf: (item) => [...item],
    flush: (items) =>
      new Promise((resolve) => {
        started.push({ items, finish: (outcomes = items.map(() => 'done')) => resolve(outcomes) });
      }),
  });
  const finish = async (index: number, outcomes?: (string | Error)[]) => {
    started[index]!.finish(outcomes);
    for (let turns = 0; turns < 4; turns += 1) await turn();
  };
  return { queue, finish, flushed: () => started.map(({ items }) => items) };
}

describe('the flush queue', () => {
  it('flushes items of one turn together, and items that came during a flush after it', async () => {
    const { queue, finish, flushed } = openQueue();
    for (const item of ['a', 'b']) void queue.add(item);
    await turn();
    for (const item of ['c', 'd']) void queue.add(item);
    await turn();
    expect(flushed()).toEqual([['a', 'b']]);
    await finish(0);
    expect(flushed()[1]).toEqual(['c', 'd']);
  });

  it('bounds the size of a flush and the flushes in progress', async () => {
    const { queue, flushed } = openQueue({ flushes: 2, maxBatch: 2 });
    for (const item of ['a', 'b', 'c', 'd', 'e']) void queue.add(item);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(flushed()).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('splits what waits between the free flushes, but not below the smallest share', async () => {
    const { queue, flushed } = openQueue({ flushes: 2, smallestShare: 2 });
    for (const item of ['a', 'b', 'c', 'd', 'e', 'f']) void queue.add(item);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(flushed()).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
  });

  it('never has two items with a key in common in flight, and keeps their order', async () => {
    const { queue, finish, flushed } = openQueue({ flushes: 2 });
    const answers = ['ab', 'bc', 'c', 'd', 'dx', 'f'].map((item) => queue.add(item));
    await turn();
    await turn();
    expect(flushed()).toEqual([['ab', 'd', 'f']]);
    await finish(0);
    expect(flushed()[1]).toEqual(['bc', 'dx']);
    await finish(1);
    expect(flushed()[2]).toEqual(['c']);
    await finish(2);
    expect(await Promise.all(answers)).toEqual(Array(6).fill('done'));
  });

  it('gives each item its own outcome, and all of them the error of a failed flush', async () => {
    const { queue, finish } = openQueue();
    const outcomes = Promise.allSettled([queue.add('a'), queue.add('b')]);
    await turn();
    await finish(0, ['done', new Error('refused')]);
    expect(await outcomes).toMatchObject([{ value: 'done' }, { reason: { message: 'refused' } }]);
  });
});
