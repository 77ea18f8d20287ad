import { randomUUID } from 'node:crypto';
import { defineEvent } from '@candid/contracts';
import { EventStore, integrationEventOf, LeaderElection, OutboxRelay } from '@candid/event-store';
import { eventually, type NatsFixture, natsFixture, sessionUrlOf } from '@candid/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import pg from 'pg';
import { z } from 'zod';
import { createLogger } from '../logging/logger.js';
import { StreamConsumer } from '../messaging/stream-consumer.js';
import type { Subscriber } from '../messaging/subscriber.js';
import { ensureStream } from '../nats/streams.js';
import { type ServiceDatabase, serviceDatabase } from '../orm/service-database.fixture.spec.js';

const noteTaken = defineEvent('notes', 'NoteTaken', 1, z.object({ note: z.string() }));

const keepsNotes: Subscriber<typeof noteTaken.data> = {
  name: 'keep-notes',
  event: noteTaken,
  async handle({ data }, { session }) {
    await session.query('insert into effects (note) values ($1)', [data.note]);
  },
};

describe('a NATS server that was put back to an older state', () => {
  let nats: NatsFixture;
  let database: ServiceDatabase;
  let manager: JetStreamManager;
  let pool: pg.Pool;
  let store: EventStore;
  let election: LeaderElection;
  let running: { stop(): Promise<void> }[];

  beforeAll(async () => {
    nats = await natsFixture();
    manager = await jetstreamManager(nats.connection);
  });
  afterAll(() => nats.stop());
  beforeEach(async () => {
    database = await serviceDatabase();
    pool = new pg.Pool({ connectionString: database.applicationUrl, max: 4 });
    store = new EventStore({ pool });
    election = new LeaderElection({ connectionString: sessionUrlOf(database.applicationUrl) });
    running = [];
  });
  afterEach(async () => {
    await stopAll();
    await election.close();
    await pool.end();
    await database.close();
    await manager.streams.delete('NOTES').catch(() => undefined);
  });

  const stopAll = async () => {
    await Promise.all(running.splice(0).map((part) => part.stop()));
  };
  const relay = (streamCheckMs: number) => {
    const started = new OutboxRelay({
      ...{ store, election, streamName: 'NOTES', streamCheckMs, publishTimeoutMs: 1_000 },
      jetstream: jetstream(nats.connection),
      toIntegrationEvent: (event) => integrationEventOf(event, { type: 'NoteTaken', data: event.data }),
      ensureStream: async () => {
        await ensureStream(manager, 'notes');
      },
      ...{ electionRetryMs: 20, failureRetryMs: 10, onError: () => undefined },
    });
    started.start();
    running.push(started);
  };
  const subscribe = () => {
    const started = new StreamConsumer({
      ...{ service: 'readers', source: 'notes', subscribers: [keepsNotes], database: database.own },
      jetstream: jetstream(nats.connection),
      ...{ jetstreamManager: manager, logger: createLogger('test', { level: 'silent' }) },
    });
    started.start();
    running.push(started);
  };
  const take = (...notes: string[]) =>
    store.append({
      streams: [
        {
          streamId: `note-${randomUUID()}`,
          expectedVersion: 0,
          events: notes.map((note) => ({ type: 'NoteTaken', data: { note } })),
        },
      ],
      metadata: { correlationId: 'request-1' },
    });
  const published = async (count: number) =>
    eventually(async () => expect((await manager.streams.info('NOTES')).state.messages).toBe(count));
  const handled = (...notes: string[]) =>
    eventually(async () => expect((await database.notes()).sort()).toEqual(notes));

  /** The relay publishes events 1 to 4. After a restart, the server has lost 3 and 4, and nobody has handled them. */
  async function loseTwo(streamCheckMs: number): Promise<void> {
    relay(streamCheckMs);
    await take('1', '2');
    await published(2);
    await nats.kill();
    const copy = await nats.copyData();
    await nats.restart();
    await take('3', '4');
    await published(4);
    await nats.kill();
    await copy.restore();
    await nats.restart();
  }

  it('is sent again what it has lost, with nothing new to publish', async () => {
    await loseTwo(20);
    subscribe();
    await handled('1', '2', '3', '4');
  });

  it('is sent again what it has lost, where the next event finds it out', async () => {
    await loseTwo(60_000);
    await take('5');
    subscribe();
    await handled('1', '2', '3', '4', '5');
  });

  it('is sent again what it has lost by the next relay, after more was published to it than it lost', async () => {
    await loseTwo(60_000);
    await stopAll();
    const stranger = jetstream(nats.connection);
    for (const note of ['7', '8', '9']) {
      const event = { eventId: randomUUID(), type: 'NoteTaken', version: 1, streamId: 's', streamVersion: 1 };
      const body = { ...event, recordedAt: new Date().toISOString(), correlationId: 'request-2', data: { note } };
      await stranger.publish(noteTaken.subject, JSON.stringify(body), { msgID: event.eventId });
    }
    subscribe();
    relay(60_000);
    await handled('1', '2', '3', '4', '7', '8', '9');
  });

  it('hands out again what subscribers have handled, and they do it once', async () => {
    subscribe();
    relay(20);
    await take('1', '2');
    await handled('1', '2');
    await nats.kill();
    const copy = await nats.copyData();
    await nats.restart();
    await take('3', '4');
    await handled('1', '2', '3', '4');
    await nats.kill();
    await copy.restore();
    await nats.restart();
    await take('5');
    await handled('1', '2', '3', '4', '5');
  });
});
