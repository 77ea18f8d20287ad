import { describe, expect, it, jest } from '@jest/globals';
import { MessageBuffer } from './message-buffer.js';

const buffer = (renew: (message: string) => void = () => undefined, gatherMs = 0) =>
  new MessageBuffer<string>({ capacity: 2, renew, renewEveryMs: 1_000, gatherMs: () => gatherMs });

/** Takes a batch and reports its messages as done, because unfinished messages keep a timer running. */
async function taken(messages: MessageBuffer<string>): Promise<string[] | undefined> {
  const batch = await messages.take();
  if (batch) messages.done(batch);
  return batch;
}

describe('the message buffer', () => {
  it('gives what waits in one batch, in order', async () => {
    const messages = buffer();
    await messages.push('a');
    void messages.push('b');
    expect(await taken(messages)).toEqual(['a', 'b']);
    messages.close();
    expect(await taken(messages)).toBeUndefined();
  });

  it('gives a message at once to a taker that waits', async () => {
    const messages = buffer();
    const batch = taken(messages);
    await messages.push('a');
    expect(await batch).toEqual(['a']);
    messages.close();
    expect(await taken(messages)).toBeUndefined();
  });

  it('holds its pusher back when full, until something is taken', async () => {
    const messages = buffer();
    await messages.push('a');
    let pushed = false;
    const full = messages.push('b').then(() => {
      pushed = true;
    });
    await Promise.resolve();
    expect(pushed).toBe(false);
    await taken(messages);
    await full;
    messages.close();
    expect(await taken(messages)).toBeUndefined();
  });

  it('renews what is taken and not done, and has no timer while it is empty', async () => {
    jest.useFakeTimers();
    try {
      const renewed: string[] = [];
      const messages = buffer((message) => renewed.push(message));
      expect(jest.getTimerCount()).toBe(0);
      await messages.push('a');
      const batch = await messages.take();
      jest.advanceTimersByTime(1_000);
      expect(renewed).toEqual(['a']);
      messages.done(batch!);
      expect(jest.getTimerCount()).toBe(0);
      await messages.push('b');
      jest.advanceTimersByTime(1_000);
      expect(renewed).toEqual(['a', 'b']);
      messages.done((await messages.take())!);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('lets a message wait for others, until it is full or closed or the time is over', async () => {
    const patient = 600_000;
    const full = buffer(undefined, patient);
    const batch = taken(full);
    await full.push('a');
    void full.push('b');
    expect(await batch).toEqual(['a', 'b']);
    await full.push('c');
    const rest = taken(full);
    full.close();
    expect(await rest).toEqual(['c']);
    expect(await taken(full)).toBeUndefined();

    const timely = buffer(undefined, 1);
    await timely.push('d');
    expect(await taken(timely)).toEqual(['d']);
    timely.close();
    expect(await taken(timely)).toBeUndefined();
  });

  it('lets nothing wait beside a message that must not wait', async () => {
    const messages = new MessageBuffer<string>({
      ...{ capacity: 3, renew: () => undefined, renewEveryMs: 1_000 },
      gatherMs: (message) => (message === 'urgent' ? 0 : 600_000),
    });
    await messages.push('a');
    const batch = taken(messages);
    await messages.push('urgent');
    expect(await batch).toEqual(['a', 'urgent']);
    messages.close();
    expect(await taken(messages)).toBeUndefined();
  });

  it('gives what is left when it is closed', async () => {
    const messages = buffer();
    await messages.push('a');
    messages.close();
    expect(await taken(messages)).toEqual(['a']);
    expect(await taken(messages)).toBeUndefined();
  });
});
