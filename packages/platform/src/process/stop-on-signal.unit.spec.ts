import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.js';
import { stopOnSignal } from './stop-on-signal.js';

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
    this.emit('exited');
  }
}

function stoppable(stop: () => Promise<void>, timeoutMs = 5_000): FakeProcess {
  const source = new FakeProcess();
  stopOnSignal(stop, { logger: createLogger('test', { level: 'silent' }), timeoutMs, source });
  return source;
}

describe('stopping on a signal', () => {
  it.each(['SIGTERM', 'SIGINT'])('stops once and exits 0 on %s', async (signal) => {
    let stops = 0;
    const source = stoppable(async () => {
      stops += 1;
    });
    const exited = once(source, 'exited');
    source.emit(signal, signal);
    source.emit('SIGTERM', 'SIGTERM');
    await exited;
    expect(stops).toBe(1);
    expect(source.exits).toEqual([0]);
  });

  it('exits 1 where stopping fails', async () => {
    const source = stoppable(() => Promise.reject(new Error('no')));
    const exited = once(source, 'exited');
    source.emit('SIGTERM', 'SIGTERM');
    await exited;
    expect(source.exits).toEqual([1]);
  });

  it('exits 1 where stopping takes too long', async () => {
    const source = stoppable(() => new Promise(() => undefined), 20);
    const exited = once(source, 'exited');
    const keepAlive = setInterval(() => undefined, 10);
    source.emit('SIGTERM', 'SIGTERM');
    await exited;
    clearInterval(keepAlive);
    expect(source.exits).toEqual([1]);
  });

  it.each(['uncaughtException', 'unhandledRejection'])('exits 1 at once on %s', (event) => {
    const source = stoppable(async () => undefined);
    source.emit(event, new Error('unforeseen'));
    expect(source.exits).toEqual([1]);
  });
});
