import { describe, expect, it } from '@jest/globals';
import type { AppendOutcome, AppendRequest } from './append-request.js';
import { type CommandStore, createCommandHandler } from './command-handler.js';
import { type CounterState, counterDecider } from './counter.spec.js';
import { VersionConflictError } from './errors.js';
import type { RecordedEvent } from './event.js';

const metadata = { correlationId: 'correlation-1' };

/** Streams in memory; `beforeAppend` is where another process may get ahead. */
class MemoryStore implements CommandStore {
  readonly streams = new Map<string, RecordedEvent[]>();
  readonly answers = new Map<string, unknown>();
  beforeAppend: (request: AppendRequest) => void = () => undefined;
  appends = 0;

  async load(streamId: string): Promise<RecordedEvent[]> {
    return [...(this.streams.get(streamId) ?? [])];
  }

  loadWithin(_session: unknown, streamId: string): Promise<RecordedEvent[]> {
    return this.load(streamId);
  }

  async append(request: AppendRequest): Promise<AppendOutcome> {
    this.appends++;
    this.beforeAppend(request);
    const { idempotency, streams } = request;
    if (idempotency && this.answers.has(idempotency.key)) {
      return { outcome: 'replayed', answer: this.answers.get(idempotency.key) };
    }
    const events = streams.flatMap(({ streamId, expectedVersion, events: added }) => {
      const stream = this.streams.get(streamId) ?? [];
      if (stream.length !== expectedVersion) throw new VersionConflictError(streamId, expectedVersion, stream.length);
      return added.map(({ type, data }) => this.put(streamId, type, data));
    });
    if (idempotency) this.answers.set(idempotency.key, idempotency.answer);
    return { outcome: 'appended', events };
  }

  appendWithin(_session: unknown, request: AppendRequest): Promise<AppendOutcome> {
    return this.append(request);
  }

  async findAnswer(key: string): Promise<{ answer: unknown } | undefined> {
    return this.answers.has(key) ? { answer: this.answers.get(key) } : undefined;
  }

  put(streamId: string, type: string, data: object, schemaVersion = 1): RecordedEvent {
    const stream = this.streams.get(streamId) ?? [];
    const event = { streamId, streamVersion: stream.length + 1, type, data, schemaVersion } as RecordedEvent;
    this.streams.set(streamId, [...stream, event]);
    return event;
  }
}

function open() {
  const store = new MemoryStore();
  return { store, handle: createCommandHandler({ store, decider: counterDecider, category: 'counter' }) };
}

describe('a command handler', () => {
  it('decides on the stream of its category and appends', async () => {
    const { store, handle } = open();
    await handle('1', { type: 'open', limit: 3 }, { metadata });
    const result = await handle('1', { type: 'raise', by: 2 }, { metadata });
    expect(result).toMatchObject({
      events: [{ streamId: 'counter-1', streamVersion: 2, type: 'CounterRaised', data: { by: 2 } }],
      state: { status: 'open', limit: 3, count: 2 },
      replayed: false,
    });
    expect(store.streams.get('counter-1')).toHaveLength(2);
  });

  it('takes a command made of the state', async () => {
    const { handle } = open();
    await handle('1', { type: 'open', limit: 3 }, { metadata });
    const fill = (state: CounterState) => ({ type: 'raise' as const, by: state.status === 'open' ? state.limit : 0 });
    expect(await handle('1', fill, { metadata })).toMatchObject({ state: { count: 3 } });
  });

  it('appends nothing where nothing was decided', async () => {
    const { store, handle } = open();
    await handle('1', { type: 'open', limit: 3 }, { metadata });
    expect(await handle('1', { type: 'raise', by: 0 }, { metadata })).toMatchObject({
      events: [],
      state: { count: 0 },
    });
    expect(store.appends).toBe(1);
  });

  it('passes a refusal on', async () => {
    await expect(open().handle('1', { type: 'raise', by: 1 }, { metadata })).rejects.toMatchObject({
      code: 'NOT_OPEN',
    });
  });

  it('decides anew on what a conflicting append left', async () => {
    const { store, handle } = open();
    await handle('1', { type: 'open', limit: 3 }, { metadata });
    let conflicts = 3;
    store.beforeAppend = () => {
      if (conflicts-- > 0) store.put('counter-1', 'CounterRaised', { by: 0 });
    };
    expect(await handle('1', { type: 'raise', by: 1 }, { metadata })).toMatchObject({ events: [{ streamVersion: 5 }] });
  });

  it('gives up after three retries', async () => {
    const { store, handle } = open();
    await handle('1', { type: 'open', limit: 3 }, { metadata });
    store.beforeAppend = () => store.put('counter-1', 'CounterRaised', { by: 0 });
    await expect(handle('1', { type: 'raise', by: 1 }, { metadata })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(store.appends).toBe(5);
  });

  it('leaves a conflict inside a transaction to whoever began it', async () => {
    const { store, handle } = open();
    store.beforeAppend = () => store.put('counter-1', 'CounterOpened', { limit: 1 });
    const session = { query: async () => [] };
    await expect(handle('1', { type: 'open', limit: 3 }, { metadata, session })).rejects.toThrow(VersionConflictError);
  });

  it('runs commands for one stream one after another', async () => {
    const { store, handle } = open();
    await handle('1', { type: 'open', limit: 10 }, { metadata });
    await Promise.all(Array.from({ length: 10 }, () => handle('1', { type: 'raise', by: 1 }, { metadata })));
    expect(store.appends).toBe(11);
    await expect(handle('1', { type: 'raise', by: 1 }, { metadata })).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  });

  it('evolves old events in their newest version', async () => {
    const { store } = open();
    const upcasters = { CounterOpened: { 1: ({ max }: { max: number }) => ({ limit: max }) } };
    store.put('1', 'CounterOpened', { max: 7 });
    const handle = createCommandHandler({ store, decider: counterDecider, upcasters });
    expect(await handle('1', { type: 'raise', by: 1 }, { metadata })).toMatchObject({ state: { limit: 7 } });
  });
});

describe('a command with an idempotency key', () => {
  const idempotency = {
    key: 'key',
    fingerprint: 'fingerprint',
    answer: (state: CounterState) => ({ count: state.status === 'open' ? state.count : 0 }),
  };

  it('stores its answer and replays it', async () => {
    const { store, handle } = open();
    await handle('1', { type: 'open', limit: 3 }, { metadata });
    const first = await handle('1', { type: 'raise', by: 1 }, { metadata, idempotency });
    const second = await handle('1', { type: 'raise', by: 1 }, { metadata, idempotency });
    expect(first).toMatchObject({ answer: { count: 1 }, replayed: false });
    expect(second).toMatchObject({ events: [], answer: { count: 1 }, replayed: true, replayedAnswer: { count: 1 } });
    expect(store.streams.get('counter-1')).toHaveLength(2);
  });

  it('is replayed although the state now refuses it', async () => {
    const { handle } = open();
    await handle('1', { type: 'open', limit: 1 }, { metadata });
    await handle('1', { type: 'raise', by: 1 }, { metadata, idempotency });
    expect(await handle('1', { type: 'raise', by: 1 }, { metadata, idempotency })).toMatchObject({ replayed: true });
  });

  it('stores the answer of a command that changed nothing', async () => {
    const { handle } = open();
    await handle('1', { type: 'open', limit: 1 }, { metadata });
    const change = { type: 'raise' as const, by: 0 };
    expect(await handle('1', change, { metadata, idempotency })).toMatchObject({ events: [], replayed: false });
    expect(await handle('1', change, { metadata, idempotency })).toMatchObject({
      answer: { count: 0 },
      replayed: true,
    });
  });

  it('stores no answer with a refusal', async () => {
    const { store, handle } = open();
    await expect(handle('1', { type: 'raise', by: 1 }, { metadata, idempotency })).rejects.toMatchObject({
      code: 'NOT_OPEN',
    });
    expect(store.answers.size).toBe(0);
  });
});
