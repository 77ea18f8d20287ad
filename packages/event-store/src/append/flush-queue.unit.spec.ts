import { describe, expect, it } from '@jest/globals';
import { FlushQueue } from './append-batch.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose flushes end when the test calls `finish`; an item's keys are its letters. */
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

  it('fills a second flush with the one item that is left', async () => {
    const { queue, flushed } = openQueue({ flushes: 2, maxBatch: 2 });
    for (const item of ['a', 'b', 'c']) void queue.add(item);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(flushed()).toEqual([['a', 'b'], ['c']]);
  });

  it('gives the larger share of an odd number to the first flush', async () => {
    const { queue, flushed } = openQueue({ flushes: 2, smallestShare: 2 });
    for (const item of ['a', 'b', 'c', 'd', 'e']) void queue.add(item);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(flushed()).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('starts one flush for each that has ended', async () => {
    const { queue, finish, flushed } = openQueue({ flushes: 2, maxBatch: 1 });
    for (const item of ['a', 'b', 'c', 'd', 'e']) void queue.add(item);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    await finish(0);
    expect(flushed()).toEqual([['a'], ['b'], ['c']]);
  });

  it('splits nothing if it has no smallest share, and takes a text as one key', async () => {
    const flushed: (readonly string[])[] = [];
    const queue = new FlushQueue<string, string>({
      ...{ flushes: 2, maxBatch: 100, keysOf: (item) => [item] },
      flush: (items) => new Promise(() => flushed.push(items)),
    });
    for (const item of ['ab', 'ba', 'ab', 'c']) void queue.add(item);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(flushed).toEqual([['ab', 'ba', 'c']]);
  });

  it('gives the error of a failed flush to each of its items', async () => {
    const queue = new FlushQueue<string, string>({
      ...{ flushes: 1, maxBatch: 100, keysOf: (item) => [item] },
      flush: () => Promise.reject(new Error('lost')),
    });
    const outcomes = await Promise.allSettled([queue.add('a'), queue.add('b')]);
    expect(outcomes).toMatchObject([{ reason: { message: 'lost' } }, { reason: { message: 'lost' } }]);
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

  it('gives each item its own outcome or error', async () => {
    const { queue, finish } = openQueue();
    const outcomes = Promise.allSettled([queue.add('a'), queue.add('b')]);
    await turn();
    await finish(0, ['done', new Error('refused')]);
    expect(await outcomes).toMatchObject([{ value: 'done' }, { reason: { message: 'refused' } }]);
  });
});
