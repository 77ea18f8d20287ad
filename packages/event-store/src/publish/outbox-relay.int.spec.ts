import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type JetStreamClient, type JetStreamManager, jetstream, type StoredMsg } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { EventStore } from '../append/event-store.js';
import {
  appendTo,
  createTestDatabase,
  eventually,
  happened,
  metadata,
  newStreamId,
  openStore,
  type TestDatabase,
} from '../fixtures.spec.js';
import type { LeaderElection } from '../follow/leader-election.js';
import type { RecordedEvent } from '../kernel/event.js';
import { type IntegrationEvent, integrationEventOf, OutboxRelay, type OutboxRelayOptions } from './outbox-relay.js';

let database: TestDatabase;
let store: EventStore;
let nats: NatsConnection;
let client: JetStreamClient;
let manager: JetStreamManager;
let streamName: string;
const running: OutboxRelay[] = [];

beforeAll(async () => {
  nats = await connect({ servers: process.env.TEST_NATS_URL });
  client = jetstream(nats);
  manager = await client.jetstreamManager();
});

beforeEach(async () => {
  database = await createTestDatabase();
  store = openStore(database);
  streamName = `THINGS${randomBytes(4).toString('hex').toUpperCase()}`;
  await createStream();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((relay) => relay.stop()));
  await manager.streams.delete(streamName);
  await database.drop();
});

afterAll(() => nats.close());

async function createStream(): Promise<void> {
  await manager.streams.add({ name: streamName, subjects: [`${streamName.toLowerCase()}.*.*`], storage: 'memory' });
}

function openRelay(options: Partial<OutboxRelayOptions> = {}, processName?: string): OutboxRelay {
  const relay = new OutboxRelay({
    store: processName ? openStore(database, processName) : store,
    election: database.openElection(processName),
    jetstream: client,
    streamName,
    toIntegrationEvent: (event) =>
      event.type === 'ThingHappened'
        ? integrationEventOf(event, { type: 'ThingPublished', version: 2, data: event.data })
        : undefined,
    electionRetryMs: 20,
    failureRetryMs: 10,
    onError: () => undefined,
    ...options,
  });
  running.push(relay);
  return relay;
}

const publisherOf = (connection: NatsConnection) => ({ publish: connection.publish.bind(connection) });

async function appendNumbers(...numbers: number[]): Promise<RecordedEvent[]> {
  const outcome = await store.append(appendTo(newStreamId(), 0, ...numbers.map((number) => happened(number))));
  return outcome.outcome === 'appended' ? outcome.events : [];
}

/** Appends `count` events with the numbers 1, 2, …, recorded an hour ago. */
async function appendLongAgo(count: number): Promise<void> {
  await store.pool.query(
    `insert into events (event_id, stream_id, stream_version, type, data, metadata, recorded_at)
     select gen_random_uuid(), 'old', number, 'ThingHappened', jsonb_build_object('number', number), $2::jsonb,
            now() - interval '1 hour'
       from generate_series(1, $1::int) as number`,
    [count, JSON.stringify(metadata)],
  );
}

async function storedMessages(): Promise<StoredMsg[]> {
  const { state } = await manager.streams.info(streamName);
  const messages = await Promise.all(
    Array.from({ length: state.last_seq - state.first_seq + 1 }, (_, index) =>
      manager.streams.getMessage(streamName, { seq: state.first_seq + index }),
    ),
  );
  return messages.filter((message) => message !== null);
}

async function publishedNumbers(): Promise<number[]> {
  return (await storedMessages()).map(
    (message) => message.json<IntegrationEvent<string, { number: number }>>().data.number,
  );
}

function eventuallyPublished(count: number): Promise<void> {
  return eventually(async () => (await manager.streams.info(streamName)).state.messages === count);
}

describe('an outbox relay', () => {
  it('publishes what the service makes of its events, and nothing else, in order', async () => {
    const [first] = await appendNumbers(1, 2);
    await store.append(appendTo(newStreamId(), 0, { type: 'ThingOfOurOwn', data: {} }));
    openRelay().start();
    await appendNumbers(3);
    await eventuallyPublished(3);
    const messages = await storedMessages();
    expect(messages[0]!.subject).toBe(`${streamName.toLowerCase()}.ThingPublished.v2`);
    expect(messages[0]!.header.get('Nats-Msg-Id')).toBe(first!.eventId);
    expect(messages[0]!.json()).toEqual({
      eventId: first!.eventId,
      type: 'ThingPublished',
      version: 2,
      streamId: first!.streamId,
      streamVersion: 1,
      recordedAt: first!.recordedAt.toISOString(),
      ...metadata,
      data: { number: 1 },
    });
    expect(await publishedNumbers()).toEqual([1, 2, 3]);
  });

  it('tells live events until the server has them, and no stream stores them', async () => {
    const heard: number[] = [];
    const subject = `live.${streamName}.ThingPublished.v2`;
    const subscription = nats.subscribe(subject, {
      callback: (_, message) => void heard.push(message.json<{ data: { number: number } }>().data.number),
    });
    let failures = 1;
    const flush = () => (failures-- > 0 ? Promise.reject(new Error('disconnected')) : nats.flush());
    const live = { subjects: new Map([['ThingPublished', subject]]), nats: { ...publisherOf(nats), flush } };
    openRelay({ live }).start();
    await appendNumbers(1, 2);
    await eventually(() => heard.length >= 4);
    expect(heard).toEqual([1, 2, 1, 2]);
    subscription.unsubscribe();
    expect((await manager.streams.info(streamName)).state.messages).toBe(0);
  });

  it('stores its checkpoint once per second while it publishes nothing, and when it is woken at rest', async () => {
    const position = async () =>
      (await store.pool.query('select global_position::int as position from checkpoints')).rows[0]?.position;
    openRelay({ idlePollMs: 600_000 }).start();
    await appendNumbers(1);
    await eventuallyPublished(1);
    await eventually(async () => (await position()) === 1);
    await store.append(appendTo(newStreamId(), 0, { type: 'ThingOfOurOwn', data: {} }));
    await eventually(async () => {
      store.wakeFollowers();
      return (await position()) === 2;
    });
  });

  it('killed between publish and mark, is taken over, and JetStream keeps each event once', async () => {
    await appendNumbers(1, 2, 3);
    let publishedBefore: () => void;
    const published = new Promise<void>((resolve) => {
      publishedBefore = resolve;
    });
    const killed: Pick<JetStreamClient, 'publish' | 'jetstreamManager'> = {
      jetstreamManager: () => client.jetstreamManager(),
      // JetStream acknowledges the event, but the process ends before it receives the acknowledgement.
      publish: async (...message) => {
        const { seq } = await client.publish(...message);
        if (seq === 3) publishedBefore();
        return new Promise(() => undefined);
      },
    };
    openRelay({ jetstream: killed as JetStreamClient }, 'killed').start();
    running.pop();
    await published;
    const { rows } = await store.pool.query('select global_position::int as position from checkpoints');
    expect(rows).toEqual([{ position: 0 }]);
    await database.terminate('killed');

    openRelay().start();
    await appendNumbers(4);
    await eventuallyPublished(4);
    expect(await publishedNumbers()).toEqual([1, 2, 3, 4]);
  });

  it('is one of two processes', async () => {
    const relayedBy: string[] = [];
    for (const processName of ['one', 'two']) {
      openRelay(
        {
          toIntegrationEvent: (event) => {
            relayedBy.push(processName);
            return integrationEventOf(event, { type: 'ThingPublished', data: event.data });
          },
        },
        processName,
      ).start();
    }
    for (let number = 0; number < 10; number++) {
      await appendNumbers(number);
      await eventuallyPublished(number + 1);
    }
    expect(relayedBy).toHaveLength(10);
    expect(new Set(relayedBy).size).toBe(1);
  });

  it('keeps the order, and each event once, where two believe that they lead', async () => {
    const everyoneLeads = {
      campaign: async () => ({ signal: new AbortController().signal, release: async () => undefined }),
    } as unknown as LeaderElection;
    for (const name of ['one', 'two']) openRelay({ election: everyoneLeads, batchSize: 7 }, name).start();
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    for (const number of numbers) await appendNumbers(number);
    await eventually(
      async () => (await store.pool.query('select from checkpoints where global_position = 200')).rowCount === 1,
    );
    expect(await publishedNumbers()).toEqual(numbers);
  });

  it('publishes a batch again where one of it was not acknowledged', async () => {
    let refusals = 2;
    const flaky: Pick<JetStreamClient, 'publish' | 'jetstreamManager'> = {
      jetstreamManager: () => client.jetstreamManager(),
      publish: async (...message) => {
        const acknowledgement = await client.publish(...message);
        if (acknowledgement.seq === 2 && refusals-- > 0) throw new Error('timeout');
        return acknowledgement;
      },
    };
    await appendNumbers(1, 2, 3);
    openRelay({ jetstream: flaky as JetStreamClient }).start();
    await eventually(
      async () => (await store.pool.query('select from checkpoints where global_position = 3')).rowCount === 1,
    );
    expect(await publishedNumbers()).toEqual([1, 2, 3]);
  });

  it('fills a stream again that was wiped, with nothing new to publish', async () => {
    openRelay({ ensureStream: createStream, streamCheckMs: 20 }).start();
    await appendNumbers(1, 2);
    await eventuallyPublished(2);
    await manager.streams.delete(streamName);
    await eventually(() =>
      manager.streams.info(streamName).then(
        ({ state }) => state.messages === 2,
        () => false,
      ),
    );
    await appendNumbers(3);
    await eventuallyPublished(3);
    expect(await publishedNumbers()).toEqual([1, 2, 3]);
  });

  it('publishes the last minutes again, whatever a stream has lost, and new events follow', async () => {
    await appendLongAgo(1_200);
    openRelay({ ensureStream: createStream, streamCheckMs: 20 }).start();
    await appendNumbers(-1, -2);
    await eventuallyPublished(1_202);
    await manager.streams.deleteMessage(streamName, 600);
    await eventuallyPublished(1_203);
    await manager.streams.delete(streamName);
    await createStream();
    await appendNumbers(-3);
    await eventually(async () => (await manager.streams.info(streamName)).state.messages > 2);
    expect((await publishedNumbers()).toSorted((a, b) => b - a)).toEqual([-1, -2, -3]);
  });

  it('publishes again what was removed from a stream, once', async () => {
    const failures: unknown[] = [];
    openRelay({ streamCheckMs: 20, onError: (error) => failures.push(error) }).start();
    await appendNumbers(1, 2, 3);
    await eventuallyPublished(3);
    await manager.streams.deleteMessage(streamName, 2);
    await eventually(async () => (await publishedNumbers()).includes(2));
    await appendNumbers(4);
    await eventually(async () => (await publishedNumbers()).includes(4));
    await manager.streams.purge(streamName);
    await eventuallyPublished(4);
    expect(await publishedNumbers()).toEqual([1, 2, 3, 4]);
    expect(failures).toHaveLength(2);
  });

  it('publishes again where more is missing than one answer should name', async () => {
    openRelay({ streamCheckMs: 20 }).start();
    await appendNumbers(1, 2);
    await eventuallyPublished(2);
    const foreign = `${streamName.toLowerCase()}.Foreign.v1`;
    for (let sent = 0; sent < 130_000; sent++) {
      nats.publish(foreign);
      if (sent % 10_000 === 0) await nats.flush();
    }
    await eventually(async () => (await manager.streams.info(streamName)).state.messages === 130_002);
    await appendNumbers(3);
    await eventuallyPublished(130_003);
    await manager.streams.deleteMessage(streamName, 2);
    await manager.streams.purge(streamName, { filter: foreign });
    // Two events are left in the stream, and all three are published again.
    await eventuallyPublished(5);
    await appendNumbers(4);
    await eventuallyPublished(6);
    const last = await manager.streams.getMessage(streamName, {
      last_by_subj: `${streamName.toLowerCase()}.ThingPublished.v2`,
    });
    expect(last!.json<IntegrationEvent<string, { number: number }>>().data.number).toBe(4);
  });

  it('fills a stream again that was made anew by another while it published', async () => {
    // Only the acknowledgement of the next event shows that the stream was replaced.
    openRelay({ streamCheckMs: 3_600_000 }).start();
    await appendNumbers(1, 2);
    await eventuallyPublished(2);
    await manager.streams.delete(streamName);
    await createStream();
    await appendNumbers(3);
    await eventuallyPublished(3);
    expect((await publishedNumbers()).toSorted()).toEqual([1, 2, 3]);
  });
});
