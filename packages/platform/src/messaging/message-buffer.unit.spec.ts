import { describe, expect, it, jest } from '@jest/globals';
import { MessageBuffer } from './message-buffer.js';

const buffer = (renew: (message: string) => void = () => undefined) =>
  new MessageBuffer<string>({ capacity: 2, renew, renewEveryMs: 1_000 });

describe('the message buffer', () => {
  it('gives what waits in one batch, in order', async () => {
    const messages = buffer();
    await messages.push('a');
    void messages.push('b');
    expect(await messages.take()).toEqual(['a', 'b']);
    messages.close();
    expect(await messages.take()).toBeUndefined();
  });

  it('gives a message at once to a taker that waits', async () => {
    const messages = buffer();
    const taken = messages.take();
    await messages.push('a');
    expect(await taken).toEqual(['a']);
    messages.close();
    expect(await messages.take()).toBeUndefined();
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
    await messages.take();
    await full;
    messages.close();
    expect(await messages.take()).toBeUndefined();
  });

  it('renews what is taken and not done, and nothing after its end', async () => {
    jest.useFakeTimers();
    try {
      const renewed: string[] = [];
      const messages = buffer((message) => renewed.push(message));
      await messages.push('a');
      const batch = await messages.take();
      jest.advanceTimersByTime(1_000);
      expect(renewed).toEqual(['a']);
      messages.done(batch!);
      jest.advanceTimersByTime(1_000);
      expect(renewed).toEqual(['a']);
      messages.close();
      await messages.take();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('gives what is left when it is closed', async () => {
    const messages = buffer();
    await messages.push('a');
    messages.close();
    expect(await messages.take()).toEqual(['a']);
    expect(await messages.take()).toBeUndefined();
  });
});
