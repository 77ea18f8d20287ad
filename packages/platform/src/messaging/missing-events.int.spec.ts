import { randomUUID } from 'node:crypto';
import { defineEvent } from '@candid/contracts';
import { EventStore, integrationEventOf, LeaderElection, type RecordedEvent } from '@candid/event-store';
import { eventually, type NatsFixture, natsFixture, sessionUrlOf, testKeys } from '@candid/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import pg from 'pg';
import { z } from 'zod';
import { createLogger } from '../logging/logger.js';
import { wake } from '../nats/wake.js';
import { Metrics } from '../operations/metrics.js';
import { type ServiceDatabase, serviceDatabase } from '../orm/service-database.fixture.spec.js';
import { PersistenceModule, provideOutboxRelay } from '../persistence/index.js';
import type { RunningProcess } from '../process/start-process.js';
import { startService } from '../process/start-service.js';
import { ConsumptionCheck } from './consumption-check.js';
import { publishedIdsController } from './published-events.controllers.js';
import { StreamConsumer } from './stream-consumer.js';
import type { Subscriber } from './subscriber.js';

const noteTaken = defineEvent('notes', 'NoteTaken', 1, z.object({ note: z.string() }));
const publish = (event: RecordedEvent) => integrationEventOf(event, { type: 'NoteTaken', data: event.data });
const silent = createLogger('test', { level: 'silent' });

class NotesModule {}

/** `prefix` marks the effects of the subscriber; the note 'bad' cannot be handled. */
const keeps = (name: string, prefix = ''): Subscriber<typeof noteTaken.data> => ({
  name,
  event: noteTaken,
  async handle({ data }, { session }) {
    if (data.note === 'bad') throw new Error('a bad note');
    await session.query('insert into effects (note) values ($1)', [`${prefix}${data.note}`]);
  },
});

describe('events that the stream does not hold', () => {
  let nats: NatsFixture;
  let notes: ServiceDatabase;
  let readers: ServiceDatabase;
  let pools: pg.Pool[];
  let service: RunningProcess;
  let election: LeaderElection;
  let store: EventStore;
  let running: StreamConsumer[];

  beforeEach(async () => {
    nats = await natsFixture();
    [notes, readers] = await Promise.all([serviceDatabase(), serviceDatabase()]);
    pools = [notes, readers].map(({ applicationUrl }) => new pg.Pool({ connectionString: applicationUrl, max: 2 }));
    store = new EventStore({ pool: pools[0]! });
    election = new LeaderElection({ connectionString: sessionUrlOf(readers.applicationUrl) });
    running = [];
    const { JWT_PUBLIC_KEY } = testKeys;
    service = await startService(
      {
        module: NotesModule,
        imports: [
          PersistenceModule.forRoot({
            databaseUrl: notes.applicationUrl,
            sessionUrl: sessionUrlOf(notes.applicationUrl),
            entities: [],
          }),
        ],
        controllers: [publishedIdsController('notes', publish, { underWayMs: 0 })],
        providers: [provideOutboxRelay(publish)],
      },
      {
        name: 'notes',
        config: { NATS_URL: nats.url, OPS_PORT: 0, LOG_LEVEL: 'silent', NODE_ENV: 'test', JWT_PUBLIC_KEY },
      },
    );
  });
  afterEach(async () => {
    await stopSubscribers();
    await service.stop();
    await election.close();
    await Promise.all(pools.map((pool) => pool.end()));
    await Promise.all([notes.close(), readers.close()]);
    await nats.stop();
  });

  const manager = () => service.platform.jetstreamManager;
  const published = (count: number) =>
    eventually(async () => expect((await manager().streams.info('NOTES')).state.messages).toBe(count));

  /** Appends notes with the numbers from `first` to `last`, recorded an hour ago. */
  const takeLongAgo = async (first: number, last: number) => {
    await pools[0]!.query(
      `insert into events (event_id, stream_id, stream_version, type, data, metadata, recorded_at)
       select gen_random_uuid(), 'notes', number, 'NoteTaken', jsonb_build_object('note', number::text),
              '{"correlationId": "request-1"}', now() - interval '1 hour'
         from generate_series($1::int, $2::int) as number`,
      [first, last],
    );
    wake(service.platform.nats, 'notes');
  };
  const take = async (...taken: string[]) => {
    await store.append({
      streams: taken.map((note) => ({
        streamId: `note-${randomUUID()}`,
        expectedVersion: 0,
        events: [{ type: 'NoteTaken', data: { note } }],
      })),
      metadata: { correlationId: 'request-1' },
    });
    wake(service.platform.nats, 'notes');
  };
  const consumerOf = (subscribers: Subscriber[], maxAttempts = 2) =>
    new StreamConsumer({
      ...{ service: 'readers', source: 'notes', subscribers, database: readers.own },
      ...{ jetstream: jetstream(service.platform.nats), jetstreamManager: manager(), logger: silent },
      limits: { maxAttempts, backoffMs: [10] },
    });
  const start = (...subscribers: Subscriber[]) => {
    const started = consumerOf(subscribers);
    started.start();
    running.push(started);
  };
  const stopSubscribers = async () => {
    await Promise.all(running.splice(0).map((subscriber) => subscriber.stop()));
  };
  const checkOf = (...subscribers: Subscriber[]) => checkWith({}, ...subscribers);
  const checkWith = (settings: { keepHandledMs?: number }, ...subscribers: Subscriber[]) => {
    const consumer = consumerOf(subscribers);
    const platform = { ...service.platform, service: 'readers', metrics: new Metrics('readers'), logger: silent };
    return new ConsumptionCheck({
      ...{ platform, store: new EventStore({ pool: pools[1]! }), election, subscribers },
      deliver: (subscriber, messages) => consumer.deliver(subscriber, messages),
      ...settings,
    });
  };
  const numbers = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  const handled = async (expected: string[]) => expect((await readers.notes()).toSorted()).toEqual(expected.toSorted());

  /** Deletes the stream. The new stream gets only the events of the last minutes: 'before' and 'after'. */
  const wipe = async () => {
    await manager().streams.delete('NOTES');
    await take('after');
    await published(2);
  };

  it('reach a consumer once that was away for long and has handled some of them', async () => {
    await takeLongAgo(1, 100);
    start(keeps('keep'));
    await eventually(() => handled(numbers(1, 100)));
    await stopSubscribers();
    await takeLongAgo(101, 600);
    await take('before');
    await published(601);
    await wipe();
    start(keeps('keep'));
    await eventually(() => handled([...numbers(1, 100), 'before', 'after']));
    const check = checkOf(keeps('keep'));
    await check.check();
    await handled([...numbers(1, 600), 'before', 'after']);
    await check.check();
    await handled([...numbers(1, 600), 'before', 'after']);
    await published(2);
  });

  it('reach a new subscriber from the first on; others handle nothing again', async () => {
    await takeLongAgo(1, 510);
    await take('before');
    await published(511);
    start(keeps('keep'));
    await eventually(() => handled([...numbers(1, 510), 'before']));
    await checkOf(keeps('keep')).check();
    await stopSubscribers();
    await readers.select('delete from inbox returning 1');
    await wipe();
    await checkOf(keeps('keep'), keeps('new', 'new ')).check();
    const all = [...numbers(1, 510), 'before', 'after'];
    await handled([...all, ...all.map((note) => `new ${note}`)]);
  });

  it('reach a new subscriber from the first on, in order, while it and another handle new ones', async () => {
    await takeLongAgo(1, 200);
    await published(200);
    start(keeps('keep'));
    await eventually(() => handled(numbers(1, 200)));
    await checkOf(keeps('keep')).check();
    await stopSubscribers();
    // The shared consumer is behind these events, so only the publisher can send them to the new subscriber.
    start(keeps('keep'), keeps('new', 'new '));
    const traffic = async () => {
      for (let number = 201; number <= 260; number++) await take(String(number));
    };
    const check = checkOf(keeps('keep'), keeps('new', 'new '));
    await Promise.all([traffic(), check.check()]);
    const all = numbers(1, 260);
    await eventually(async () => {
      await check.check();
      await handled([...all, ...all.map((note) => `new ${note}`)]);
    });
    const early = (await readers.notes()).filter((note) => /^new (\d|\d\d|1\d\d|200)$/.test(note));
    expect(early).toEqual(numbers(1, 200).map((note) => `new ${note}`));
  });

  it('are not handled again once the inbox has forgotten them, whoever sends them', async () => {
    const keepHandledMs = 60_000;
    await takeLongAgo(1, 3);
    await take('4');
    await published(4);
    start(keeps('keep'));
    await eventually(() => handled(numbers(1, 4)));
    await checkWith({ keepHandledMs }, keeps('keep')).check();
    await checkWith({ keepHandledMs }, keeps('keep')).check();
    expect(await readers.select('select event_id from inbox')).toHaveLength(1);
    // First the stream delivers the events again. After a reset of the checkpoint, the publisher sends them.
    await stopSubscribers();
    await manager().consumers.delete('NOTES', 'readers-from-notes');
    start(keeps('keep'));
    await take('5');
    await eventually(() => handled(numbers(1, 5)));
    await readers.select("update checkpoints set global_position = 0 where name = 'check notes keep' returning 1");
    await checkWith({ keepHandledMs }, keeps('keep'), keeps('new', 'new ')).check();
    await handled([...numbers(1, 5), ...numbers(1, 5).map((note) => `new ${note}`)]);
    const [{ is_level }] = await readers.select(
      `select count(distinct global_position) = 1 as is_level from checkpoints where name like 'check notes%'`,
    );
    expect(is_level).toBe(true);
  });

  it('become dead letters where they cannot be handled, and hold up no other', async () => {
    await takeLongAgo(1, 3);
    await take('bad', '4');
    await published(5);
    const check = checkOf(keeps('keep'));
    await check.check();
    await handled(numbers(1, 4));
    await check.check();
    expect(await readers.select('select event_id from dead_letters where attempts = 2')).toHaveLength(1);
    await handled(numbers(1, 4));
  });

  it('reach a subscriber that has failed for long, each once; others have not waited', async () => {
    let isFailing = true;
    const failing: ReturnType<typeof keeps> = {
      ...keeps('failing', 'late '),
      async handle(event, transaction) {
        await keeps('failing', 'late ').handle(event, transaction);
        if (isFailing) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      },
    };
    const notesTaken = numbers(1, 200);
    start(keeps('keep'), failing);
    await take(...notesTaken);
    await eventually(() => handled(notesTaken));
    await eventually(async () => {
      const { num_ack_pending, num_pending } = await manager().consumers.info('NOTES', 'readers-from-notes');
      expect(num_pending + num_ack_pending).toBeLessThan(100);
    });
    const check = checkOf(keeps('keep'), failing);
    await check.check();
    await handled(notesTaken);
    isFailing = false;
    const all = [...notesTaken, ...notesTaken.map((note) => `late ${note}`)];
    await eventually(async () => {
      await check.check();
      await handled(all);
    });
  });

  it('are left to a stream that still has many to deliver', async () => {
    await takeLongAgo(1, 1_001);
    await published(1_001);
    await manager().consumers.add('NOTES', { durable_name: 'readers-from-notes', ack_policy: 'explicit' });
    await checkOf(keeps('keep')).check();
    await handled([]);
    await take('one less');
    start(keeps('keep'));
    await eventually(() => handled([...numbers(1, 1_001), 'one less']));
  });
});
