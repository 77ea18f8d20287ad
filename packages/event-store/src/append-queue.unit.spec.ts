import { describe, expect, it } from '@jest/globals';
import { AppendQueue, type QueuedAppend } from './append-queue.js';
import type { AppendRequest } from './append-request.js';

const metadata = { correlationId: 'correlation-1' };

function request(streamIds: string[], key?: string): AppendRequest {
  return {
    streams: streamIds.map((streamId) => ({ streamId, expectedVersion: 0, events: [] })),
    metadata,
    ...(key && { idempotency: { key, fingerprint: 'fingerprint', answer: null } }),
  };
}

/** A queue whose flushes end when they are told to. */
function openQueue({ flushConnections = 1, maxBatch = 100 } = {}) {
  const flushes: { streams: string[]; finish: () => void }[] = [];
  const queue = new AppendQueue<string>({
    flushConnections,
    maxBatch,
    flush: (items: QueuedAppend<string>[]) =>
      new Promise((resolve) => {
        const streams = items.map((item) => item.request.streams.map(({ streamId }) => streamId).join('+'));
        const finish = () => {
          for (const item of items) item.resolve('done');
          resolve();
        };
        flushes.push({ streams, finish });
      }),
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { queue, flushes, turn, flushed: () => flushes.map(({ streams }) => streams) };
}

describe('the append queue', () => {
  it('sends what came in one turn together, and what came during a flush after it', async () => {
    const { queue, flushes, turn, flushed } = openQueue();
    for (const id of ['a', 'b']) void queue.append(request([id]));
    await turn();
    for (const id of ['c', 'd']) void queue.append(request([id]));
    await turn();
    expect(flushed()).toEqual([['a', 'b']]);
    flushes[0]!.finish();
    await turn();
    await turn();
    expect(flushed()).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('bounds a flush and the flushes under way', async () => {
    const { queue, turn, flushed } = openQueue({ flushConnections: 2, maxBatch: 2 });
    for (const id of ['a', 'b', 'c', 'd', 'e']) void queue.append(request([id]));
    for (let turns = 0; turns < 5; turns++) await turn();
    expect(flushed()).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('never has two requests with a stream or a key in common in flight, and keeps their order', async () => {
    const { queue, flushes, turn, flushed } = openQueue({ flushConnections: 2 });
    const answers = [
      queue.append(request(['a', 'b'])),
      queue.append(request(['b', 'c'])),
      queue.append(request(['c'])),
      queue.append(request(['d'], 'key')),
      queue.append(request(['e'], 'key')),
      queue.append(request(['f'])),
    ];
    await turn();
    await turn();
    expect(flushed()).toEqual([['a+b', 'd', 'f']]);
    flushes[0]!.finish();
    await turn();
    await turn();
    expect(flushed()[1]).toEqual(['b+c', 'e']);
    flushes[1]!.finish();
    await turn();
    await turn();
    expect(flushed()[2]).toEqual(['c']);
    flushes[2]!.finish();
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 6 }, () => 'done'));
  });
});
