import { randomUUID } from 'node:crypto';
import { isSerializationRace, isServerAway, sessionOfClient, VersionConflictError } from '@candid/event-store';
import type { Order } from './schema.sql.js';
import { type Appender, openAppender } from './stores.js';

export interface RaceOptions {
  url: string;
  order: Order;
  streams: readonly string[];
}

const writers = 16;
const metadata = { correlationId: 'race' };
const pause = (mostMs: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * mostMs));

/** Appends to streams that other processes append to as well, until the process is killed. */
export async function raceAppends({ url, order, streams }: RaceOptions): Promise<void> {
  const appender = openAppender(url, order, order === 'partition' ? 'one' : 'shared');
  const write = async () => {
    for (;;) {
      const streamId = streams[Math.floor(Math.random() * streams.length)]!;
      await appendOnce(appender, streamId, randomUUID());
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
}

/** Until it is known to be appended, under one key. */
async function appendOnce(appender: Appender, streamId: string, key: string): Promise<void> {
  for (;;) {
    try {
      const { rows } = await appender.pool.query('select count(*)::int as version from events where stream_id = $1', [
        streamId,
      ]);
      const expectedVersion = rows[0].version;
      const streams = [{ streamId, expectedVersion, events: [{ type: 'Raced', data: { key } }] }];
      const request = { streams, metadata, idempotency: { key, fingerprint: key, answer: null } };
      if (Math.random() < 0.9) await appender.append(request);
      else await appendLate(appender, request);
      return;
    } catch (error) {
      if (!isExpected(error as Error)) throw error;
      await pause(10);
    }
  }
}

/** A conflict with another writer, a lost connection, or a rolled back transaction. */
const isExpected = (error: Error): boolean =>
  error instanceof VersionConflictError || isServerAway(error) || isSerializationRace(error) || error === rolledBack;

const rolledBack = new Error('rolled back');

/** In a transaction that has an id long before it appends, and ends long after; one of four is rolled back. */
async function appendLate({ pool, stores }: Appender, request: Parameters<Appender['append']>[0]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin; select pg_current_xact_id()');
    await pause(20);
    await stores[0]!.appendWithin(sessionOfClient(client), request);
    await pause(20);
    if (Math.random() < 0.25) throw rolledBack;
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
