import type { WorkItem } from '@candid/event-store';
import { expect, it } from '@jest/globals';
import { DirectWork } from './work-dispatcher.js';

const itemsNamed = (...ids: string[]) => ids.map((id) => ({ id }) as WorkItem);

it('direct work goes on to other items while another process handles the first, and does not try these again at once', async () => {
  let ended = 0;
  const tried: string[] = [];
  const work = async (id: string) => void tried.push(id);
  const direct = new DirectWork(() => {
    ended += 1;
  });
  // The items stay due, because another process handles them.
  const due = itemsNamed('a', 'b', 'c', 'd', 'e');
  for (let look = 0; look < 5; look += 1) {
    direct.take({ queue: 'mails', concurrency: 2, work }, due);
    await direct.stop();
  }
  expect(tried).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(ended).toBe(5);
});

it('direct work handles at most as many items of a queue at once as its processor allows', async () => {
  const tried: string[] = [];
  const pending = Promise.withResolvers<void>();
  const work = (id: string) => {
    tried.push(id);
    return pending.promise;
  };
  const direct = new DirectWork(() => undefined);
  direct.take({ queue: 'mails', concurrency: 2, work }, itemsNamed('a', 'b', 'c'));
  direct.take({ queue: 'mails', concurrency: 2, work }, itemsNamed('a', 'b', 'c'));
  direct.take({ queue: 'refunds', concurrency: 1, work }, itemsNamed('x'));
  expect(tried).toEqual(['a', 'b', 'x']);
  pending.resolve();
  await direct.stop();
});
