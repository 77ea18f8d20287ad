import { describe, expect, it } from '@jest/globals';
import { KeyedMutex } from './keyed-mutex.js';

describe('work under a key', () => {
  /** Each piece of work records its start, and runs until the test calls `end`. */
  function workshop() {
    const mutex = new KeyedMutex();
    const begun: string[] = [];
    const finish = new Map<string, () => void>();
    const start = (name: string, ...keys: string[]): Promise<string> =>
      mutex.runWithAll(keys, () => {
        begun.push(name);
        return new Promise((resolve) => finish.set(name, () => resolve(name)));
      });
    const end = async (name: string, work: Promise<string>): Promise<void> => {
      finish.get(name)!();
      expect(await work).toBe(name);
    };
    return { mutex, begun, start, end };
  }
  const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

  it('waits for what has it, and for no other', async () => {
    const { begun, start, end } = workshop();
    const [first, second, other] = [start('first', 'a'), start('second', 'a'), start('other', 'b')];
    await turnOfTheLoop();
    expect(begun).toEqual(['first', 'other']);
    await end('first', first);
    await turnOfTheLoop();
    expect(begun).toEqual(['first', 'other', 'second']);
    await Promise.all([end('second', second), end('other', other)]);
  });

  it('waits for all of several keys, in whatever order they are named', async () => {
    const { begun, start, end } = workshop();
    const [first, second] = [start('first', 'b', 'a', 'b'), start('second', 'a', 'b')];
    await turnOfTheLoop();
    const third = start('third', 'b');
    await turnOfTheLoop();
    expect(begun).toEqual(['first']);
    await end('first', first);
    await turnOfTheLoop();
    expect(begun).toEqual(['first', 'third']);
    await end('third', third);
    await turnOfTheLoop();
    expect(begun).toEqual(['first', 'third', 'second']);
    await end('second', second);
  });

  it('goes on after work that failed', async () => {
    const { mutex } = workshop();
    const failing = mutex.run('a', () => Promise.reject(new Error('failed')));
    const next = mutex.run('a', async () => 'next');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });

  it('runs without any key', async () => {
    expect(await new KeyedMutex().runWithAll([], async () => 'at once')).toBe('at once');
  });
});
