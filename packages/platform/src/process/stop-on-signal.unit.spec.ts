import { EventEmitter, once } from 'node:events';
import { runAsPart } from '@candid/event-store';
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

const logger = createLogger('test', { level: 'silent' });

function stoppable(stop: () => Promise<void>, timeoutMs = 5_000): FakeProcess {
  const source = new FakeProcess();
  stopOnSignal({ name: 'test', logger, timeoutMs, isEdge: false, stop }, source);
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

  it('stops the parts of one process, those at the edge first', async () => {
    const source = new FakeProcess();
    const stopped: string[] = [];
    const part = (name: string, isEdge: boolean) => ({
      ...{ name, logger, timeoutMs: 5_000, isEdge },
      stop: async () => {
        await new Promise(setImmediate);
        stopped.push(name);
      },
    });
    for (const one of [part('tokens', false), part('gateway', true)]) stopOnSignal(one, source);
    const exited = once(source, 'exited');
    source.emit('SIGTERM', 'SIGTERM');
    await exited;
    expect(stopped).toEqual(['gateway', 'tokens']);
    expect(source.exits).toEqual([0]);
  });

  it('lets the part log an error that it did not handle', () => {
    const source = new FakeProcess();
    const lines: string[] = [];
    for (const name of ['tokens', 'photos']) {
      const named = createLogger(name, { level: 'fatal', destination: { write: (line) => void lines.push(line) } });
      stopOnSignal({ name, logger: named, timeoutMs: 5_000, isEdge: false, stop: async () => undefined }, source);
    }
    runAsPart({ name: 'photos' }, () => source.emit('uncaughtException', new Error('unforeseen')));
    expect(lines.map((line) => JSON.parse(line).service)).toEqual(['photos']);
    expect(source.exits).toEqual([1]);
  });
});
