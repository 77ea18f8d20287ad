import { randomUUID } from 'node:crypto';
import { defineEvent } from '@candid/contracts';
import { eventually, type NatsFixture, natsFixture, startPostgres, type TestServer } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { z } from 'zod';
import { createLogger } from '../logging/logger.js';
import { ensureStream } from '../nats/streams.js';
import { boundedServiceDatabase, type ServiceDatabase } from '../orm/service-database.fixture.spec.js';
import { StreamConsumer } from './stream-consumer.js';

const noteTaken = defineEvent('assessments', 'NoteTaken', 1, z.object({ note: z.string() }));

describe('a consumer whose database is killed', () => {
  let nats: NatsFixture;
  let postgres: TestServer;
  let database: ServiceDatabase;

  beforeAll(async () => {
    [nats, postgres] = await Promise.all([natsFixture(), startPostgres()]);
    database = await boundedServiceDatabase(postgres.url);
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
    await nats.stop();
  });

  it('handles every event once when the database is back, and gives none up', async () => {
    const manager = await jetstreamManager(nats.connection);
    const js = jetstream(nats.connection);
    await ensureStream(manager, 'assessments');
    const consumer = new StreamConsumer({
      service: 'tokens',
      source: 'assessments',
      subscribers: ['', ' again'].map((suffix) => ({
        name: `keep-notes${suffix}`,
        event: noteTaken,
        handle: async ({ data }: any, { session }) => {
          await session.query('insert into effects (note) values ($1)', [data.note + suffix]);
        },
      })),
      database: database.own,
      jetstream: js,
      jetstreamManager: manager,
      logger: createLogger('test', { level: 'silent' }),
      // A single counted failure would make an event a dead letter.
      limits: { maxAttempts: 1, batchSize: 8 },
    });
    consumer.start();
    const notes = Array.from({ length: 500 }, (_, index) => `note ${index}`);
    const publish = (note: string) =>
      js.publish(
        noteTaken.subject,
        JSON.stringify({
          eventId: randomUUID(),
          type: noteTaken.type,
          version: 1,
          streamId: 'assessment-1',
          streamVersion: 1,
          recordedAt: new Date().toISOString(),
          correlationId: 'request-1',
          data: { note },
        }),
      );
    await Promise.all(notes.map(publish));
    await eventually(async () => expect((await database.notes()).length).toBeGreaterThan(0));
    await postgres.kill();
    await postgres.restart();
    await eventually(async () => {
      expect(await database.select('select * from dead_letters')).toEqual([]);
      expect((await database.notes()).sort()).toEqual(notes.flatMap((note) => [note, `${note} again`]).sort());
    });
    await consumer.stop();
  });
});
