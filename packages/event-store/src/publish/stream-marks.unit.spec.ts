import { describe, expect, it } from '@jest/globals';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { Checkpoint } from '../follow/checkpoint.js';
import { type EventPosition, startPosition } from '../kernel/event.js';
import type { SqlSession } from '../kernel/sql-session.js';
import { eventIdOf, messageIdOf, StreamMarks } from './stream-marks.js';

const created = '2026-01-01T00:00:00Z';
const dayNs = 24 * 3_600 * 1e9;

const eventAt = (sequence: number): string => `00000000-0000-4000-8000-${String(sequence).padStart(12, '0')}`;
const positionAt = (sequence: number): EventPosition => ({ globalPosition: BigInt(sequence) });
const rowOf = ({ globalPosition }: EventPosition) => ({ global_position: String(globalPosition) });

interface Stream {
  created: string;
  first: number;
  last: number;
  messages: number;
  /** Nanoseconds; 0 keeps messages for ever. */
  maxAge: number;
  deleted: number[];
  /** Message ids, by sequence number, that differ from the default; undefined for a missing message. */
  ids: Record<number, string | undefined>;
}

interface Database {
  /** True if the stream would already have removed the marked event; undefined if the event is unknown. */
  isOld: boolean | undefined;
  recent: EventPosition | undefined;
}

const asked: (readonly unknown[])[] = [];

/** Inspects a stream of messages 1 to 5000; message `n` is the event at position `n`. The checkpoint is at 5000. */
async function inspect(
  checkpoint: Partial<Checkpoint> = {},
  stream: Partial<Stream> = {},
  { isOld, recent }: Partial<Database> = {},
) {
  const known: Stream = {
    ...{ created, first: 1, last: 5_000, messages: 5_000, maxAge: 0, deleted: [], ids: {} },
    ...stream,
  };
  const manager = {
    streams: {
      info: async (_: string, asking?: { deleted_details: boolean }) => ({
        created: known.created,
        config: { max_age: known.maxAge },
        state: {
          ...{ first_seq: known.first, last_seq: known.last, messages: known.messages },
          ...(asking?.deleted_details && { deleted: known.deleted }),
        },
      }),
      getMessage: async (_: string, { seq }: { seq: number }) => {
        const id = seq in known.ids ? known.ids[seq] : eventAt(seq);
        return id === undefined ? null : { header: new Map([['Nats-Msg-Id', id]]) };
      },
    },
  } as unknown as JetStreamManager;
  const session = {
    async query(sql: string, parameters: readonly unknown[] = []) {
      asked.push(parameters);
      if (sql.includes('is_old')) return isOld === undefined ? [] : [{ is_old: isOld }];
      if (sql.includes('order by')) return recent ? [rowOf(recent)] : [];
      return [rowOf(positionAt(Number(String(parameters[0]).split('-').at(-1))))];
    },
  } as SqlSession;
  const mark = { sequence: 5_000, eventId: eventAt(5_000) };
  const marks = new StreamMarks(async () => manager, 'events', session);
  return marks.inspect({ ...positionAt(5_000), transportId: created, mark, holes: 0, generation: 0, ...checkpoint });
}

const missing = { ids: { 5000: undefined } };

describe('a stream that is compared with its checkpoint', () => {
  it('needs nothing published again while it holds the marked event and all before it', async () => {
    expect(await inspect()).toEqual({ id: created, holes: 0 });
    expect(await inspect({ holes: 0 })).toEqual({ id: created, holes: 0 });
  });

  it('lacks everything if it is another stream, also one that was never marked', async () => {
    expect(await inspect({}, { created: 'later' })).toEqual({ id: 'later', holes: 0, publishAfter: startPosition });
    expect(await inspect({ transportId: null })).toMatchObject({ publishAfter: startPosition });
  });

  it('lacks events if it ends before the mark, or holds another event there', async () => {
    const before = { publishAfter: positionAt(2_999) };
    expect(await inspect({}, { last: 4_999, messages: 4_999 })).toMatchObject(before);
    expect(await inspect({}, { ids: { 5000: eventAt(1) } })).toMatchObject({ publishAfter: positionAt(3_000) });
  });

  it('holds the marked event also as a copy that was published again', async () => {
    expect(await inspect({}, { ids: { 5000: `${eventAt(5_000)}:2` } })).toEqual({ id: created, holes: 0 });
  });

  it('lacks the marked event if its message is gone, unless the message may have expired', async () => {
    const lost = { publishAfter: positionAt(3_000) };
    expect(await inspect({}, missing, { isOld: true })).toMatchObject(lost);
    expect(await inspect({}, { ...missing, maxAge: 1 }, { isOld: false })).toMatchObject(lost);
    expect(await inspect({}, { ...missing, maxAge: 1 }, { isOld: true })).toEqual({ id: created, holes: 0 });
  });

  it('lacks the marked event if neither the stream nor the event table holds it', async () => {
    expect(await inspect({}, { ...missing, maxAge: 1 })).toMatchObject({ publishAfter: positionAt(3_000) });
  });

  it('may have dropped a message a day before it expires, because clocks differ', async () => {
    asked.length = 0;
    await inspect({}, { ...missing, maxAge: 8 * dayNs }, { isOld: true });
    expect(asked).toEqual([[eventAt(5_000), 7 * 24 * 3_600]]);
  });
});

describe('the holes of a stream', () => {
  it('are the messages that are missing between its first and its last', async () => {
    expect(await inspect({ holes: 2 }, { first: 11, messages: 4_988 })).toEqual({ id: created, holes: 2 });
    expect(await inspect({ holes: 1 }, { first: 4_999, messages: 1 })).toEqual({ id: created, holes: 1 });
    const empty = { first: 0, last: 0, messages: 0 };
    expect(await inspect({ mark: undefined as never }, empty)).toEqual({ id: created, holes: 0 });
  });

  it('lead to publishing again from two thousand messages before the first one, if there are more than before', async () => {
    const stream = { messages: 4_998, deleted: [4_000, 3_500] };
    expect(await inspect({ holes: 1 }, stream)).toEqual({ id: created, holes: 2, publishAfter: positionAt(1_500) });
    expect(await inspect({ holes: 2 }, stream)).toEqual({ id: created, holes: 2 });
    expect(await inspect({}, { messages: 4_999, deleted: [4_000] })).toMatchObject({ publishAfter: positionAt(2_000) });
  });

  it('lead to publishing everything again if there are more than NATS can name', async () => {
    const last = 200_000;
    const mark = { sequence: last, eventId: eventAt(last) };
    const with50k = { last, messages: 150_000, deleted: [100_000] };
    expect(await inspect({ mark }, with50k)).toMatchObject({ publishAfter: positionAt(98_000) });
    expect(await inspect({ mark }, { ...with50k, messages: 149_999 })).toMatchObject({ publishAfter: startPosition });
  });
});

describe('the position from which a stream is published again', () => {
  it('is that of the next event, if a message in its place is gone or is no event', async () => {
    const ids = { 5000: eventAt(1), 3000: undefined, 3001: 'no event', 3002: `${eventAt(7)}` };
    expect(await inspect({}, { ids })).toMatchObject({ publishAfter: positionAt(7) });
  });

  it('is the start if the stream begins later, or ends without an event', async () => {
    const ids = { 5000: eventAt(1) };
    expect(await inspect({}, { ids, first: 3_000, messages: 2_001 })).toMatchObject({
      publishAfter: positionAt(3_000),
    });
    expect(await inspect({}, { ids, first: 3_001, messages: 2_000 })).toMatchObject({ publishAfter: startPosition });
  });

  it('is the start if every message of that range is gone but the last, which is not searched', async () => {
    const gone = Array.from({ length: 2_000 }, (_, index) => [3_000 + index, undefined]);
    const ids = { ...Object.fromEntries(gone), 5000: eventAt(1) };
    expect(await inspect({}, { ids })).toMatchObject({ publishAfter: startPosition });
  });

  it('is not older than five minutes before the checkpoint', async () => {
    const ids = { 5000: eventAt(1) };
    asked.length = 0;
    expect(await inspect({}, { ids }, { recent: positionAt(3_001) })).toMatchObject({
      publishAfter: positionAt(3_001),
    });
    expect(asked.at(-1)).toEqual(['5000', 300]);
    expect(await inspect({}, { ids }, { recent: positionAt(2_999) })).toMatchObject({
      publishAfter: positionAt(3_000),
    });
  });
});

describe('the id of a message', () => {
  it('is that of its event, with the generation of a copy', () => {
    expect([messageIdOf('event', 0), messageIdOf('event', 1)]).toEqual(['event', 'event:1']);
    expect(['event', 'event:1', undefined].map(eventIdOf)).toEqual(['event', 'event', undefined]);
  });
});
