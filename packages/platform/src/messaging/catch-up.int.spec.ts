import { randomUUID } from 'node:crypto';
import { awaitPublishedRpc, defineEvent, publishedIdsRpc, type Rpc } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import { type NatsFixture, natsFixture } from '@candid/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Subscription } from '@nats-io/transport-node';
import pg from 'pg';
import { z } from 'zod';
import { createLogger } from '../logging/logger.js';
import { type ServiceDatabase, serviceDatabase } from '../orm/service-database.fixture.spec.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { CatchUp } from './catch-up.js';

const noteTaken = defineEvent('photos', 'NoteTaken', 1, z.object({ note: z.string() }));
const follower = { name: 'keep-on-note-taken', event: noteTaken };
const wanted = { sources: ['photos'], work: false, waitMs: 300 };

describe('catching up with another service', () => {
  let nats: NatsFixture;
  let database: ServiceDatabase;
  let answering: Subscription[];
  /** Ids of the events that the other service has published. */
  let published: string[];
  let catchUp: CatchUp;
  let pool: pg.Pool;

  beforeAll(async () => {
    nats = await natsFixture();
  });
  afterAll(() => nats.stop());

  /** Answers a message over NATS in place of the other service. */
  function answer({ serviceSubject, subject }: Rpc, replyTo: (request: any) => unknown): void {
    const callback = (_: unknown, message: { json(): any; respond(data: string): unknown }) =>
      void message.respond(JSON.stringify({ ok: true, value: replyTo(message.json().payload) }));
    for (const heard of [subject, serviceSubject].filter((name) => name !== undefined))
      answering.push(nats.connection.subscribe(heard, { callback }));
  }

  beforeEach(async () => {
    database = await serviceDatabase();
    pool = new pg.Pool({ connectionString: database.applicationUrl, max: 2 });
    published = [];
    answering = [];
    answer(awaitPublishedRpc('photos'), () => ({ sequence: published.length }));
    answer(publishedIdsRpc('photos'), ({ cursor, withNewest }) => {
      const events = published.slice(Number(cursor) || 0);
      return {
        events: events.map((eventId) => ({ eventId, subject: noteTaken.subject })),
        ...{ cursor, isLast: true, withNewest },
      };
    });
    catchUp = new CatchUp({
      platform: {
        rpc: new RpcClient(nats.connection),
        logger: createLogger('test', { level: 'silent' }),
      },
      subscribers: [follower],
      store: new EventStore({ pool }),
      session: database.own,
    });
  });
  afterEach(async () => {
    for (const subscription of answering) subscription.unsubscribe();
    await pool.end();
    await database.close();
  });

  const handled = (eventId: string) =>
    database.select(`insert into inbox (subscriber, event_id) values ('${follower.name}', '${eventId}') returning 1`);

  it('is done where nothing was published', async () => {
    expect(await catchUp.run(wanted)).toBe(true);
  });

  it('waits for what was published and not handled', async () => {
    const eventId = randomUUID();
    published.push(eventId);
    expect(await catchUp.run(wanted)).toBe(false);
    await handled(eventId);
    expect(await catchUp.run(wanted)).toBe(true);
  });

  it('does not wait for a dead letter', async () => {
    const eventId = randomUUID();
    published.push(eventId);
    await database.select(
      `insert into dead_letters (subscriber, event_id, subject, payload, reason)
       values ('${follower.name}', '${eventId}', 'photos.NoteTaken.v1', '{}', 'broken') returning 1`,
    );
    expect(await catchUp.run(wanted)).toBe(true);
  });
});
