import { randomUUID } from 'node:crypto';
import { EventStore, eventStoreSchemaSql, integrationEventOf, LeaderElection, OutboxRelay } from '@candid/event-store';
import { createDatabase } from '@candid/testing';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import type { Pipeline, PipelineServers } from './pipeline.js';

const STREAM = 'FLOOR';

/** The simplest pipeline: append -> relay -> JetStream -> upsert, without decisions or other work. */
export async function floorPipeline(servers: PipelineServers): Promise<Pipeline> {
  const database = await createDatabase({ clusterUrl: servers.postgresUrl });
  const pool = new pg.Pool({ connectionString: database.url, max: 6 });
  for (const statement of eventStoreSchemaSql()) await pool.query(statement);
  await pool.query('create table score (photo_id text primary key, times_rated int not null)');
  const nats = await connect({ servers: servers.natsUrl, noAsyncTraces: true });
  const manager = await jetstreamManager(nats);
  await manager.streams.delete(STREAM).catch(() => false);
  await manager.streams.add({ name: STREAM, subjects: [`${STREAM.toLowerCase()}.*.*`] });
  await manager.consumers.add(STREAM, { durable_name: 'score', ack_policy: AckPolicy.Explicit });
  const store = new EventStore({ pool });
  const election = new LeaderElection({ connectionString: database.url });
  const relay = new OutboxRelay({
    store,
    election,
    jetstream: jetstream(nats),
    streamName: STREAM,
    toIntegrationEvent: (event) => integrationEventOf(event, { type: event.type, data: event.data }),
  });
  relay.start();
  const waiting = new Map<string, () => void>();
  const consumer = await jetstream(nats).consumers.get(STREAM, 'score');
  const messages = await consumer.consume();
  const consuming = (async () => {
    for await (const message of messages) {
      const { data } = message.json<{ data: { photoId: string } }>();
      await pool.query({
        name: 'score',
        text: 'insert into score values ($1, 1) on conflict (photo_id) do update set times_rated = score.times_rated + 1',
        values: [data.photoId],
      });
      message.ack();
      waiting.get(data.photoId)?.();
      waiting.delete(data.photoId);
    }
  })();
  let rated = 0;
  return {
    rate: async () => {
      const photoId = randomUUID();
      const seen = new Promise<void>((resolve) => waiting.set(photoId, resolve));
      const start = performance.now();
      await store.append({
        streams: [
          {
            streamId: `photo-assessment-${photoId}`,
            expectedVersion: 0,
            events: [{ type: 'RatingAccepted', data: { photoId, score: 12 } }],
          },
        ],
        metadata: { correlationId: photoId },
      });
      await seen;
      rated += 1;
      return performance.now() - start;
    },
    check: async () => {
      const { rows } = await pool.query<{ sum: number }>('select coalesce(sum(times_rated), 0)::int as sum from score');
      if (rows[0]?.sum !== rated) throw new Error(`the floor shows ${rows[0]?.sum} of ${rated} ratings`);
    },
    close: async () => {
      messages.stop();
      await consuming;
      await relay.stop();
      await election.close();
      await nats.drain();
      await pool.end();
      await database.drop();
    },
  };
}
