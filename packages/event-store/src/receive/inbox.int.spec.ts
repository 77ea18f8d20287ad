import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AckPolicy, type Consumer, type JsMsg, jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../fixtures.spec.js';
import { inTransaction, sessionOfClient } from '../kernel/sql-session.js';
import { isInInbox, recordInInbox } from './inbox.js';

let database: TestDatabase;
let pool: pg.Pool;
let nats: NatsConnection;

beforeAll(async () => {
  database = await createTestDatabase(['create table balances (owner text primary key, tokens int not null)']);
  pool = database.openPool();
  nats = await connect({ servers: process.env.TEST_NATS_URL });
});

afterAll(async () => {
  await nats.close();
  await database.drop();
});

interface Granted {
  eventId: string;
  owner: string;
  tokens: number;
}

const recorded = (subscriber: string, eventId: string) => ({
  ...{ subscriber, eventId },
  recordedAt: new Date().toISOString(),
});

function grant(subscriber: string, { eventId, owner, tokens }: Granted): Promise<boolean> {
  return inTransaction(pool, async (session) => {
    if ((await recordInInbox(session, [recorded(subscriber, eventId)])).size === 0) return false;
    await session.query(
      `insert into balances as b values ($1, $2) on conflict (owner) do update set tokens = b.tokens + excluded.tokens`,
      [owner, tokens],
    );
    return true;
  });
}

async function balanceOf(owner: string): Promise<number | undefined> {
  const { rows } = await pool.query('select tokens from balances where owner = $1', [owner]);
  return rows[0]?.tokens;
}

describe('the inbox', () => {
  it('lets each subscriber handle an event once', async () => {
    const [event, owner] = [randomUUID(), randomUUID()];
    const granted = { eventId: event, owner, tokens: 5 };
    expect([await grant('first', granted), await grant('first', granted), await grant('second', granted)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await balanceOf(owner)).toBe(10);
  });

  it('lets one of several deliveries at the same time have the effect', async () => {
    const granted = { eventId: randomUUID(), owner: randomUUID(), tokens: 5 };
    const results = await Promise.all(Array.from({ length: 5 }, () => grant('parallel', granted)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await balanceOf(granted.owner)).toBe(5);
  });

  it('forgets what was rolled back with the effect', async () => {
    const eventId = randomUUID();
    const failing = inTransaction(pool, async (session) => {
      await recordInInbox(session, [recorded('failing', eventId)]);
      throw new Error('no effect');
    });
    await expect(failing).rejects.toThrow('no effect');
    expect(await isInInbox(sessionOfClient(pool), 'failing', [eventId])).toBe(false);
  });

  it('knows whether all of some events were handled', async () => {
    const session = sessionOfClient(pool);
    const [first, second] = [randomUUID(), randomUUID()];
    await recordInInbox(session, [recorded('asked', first)]);
    expect(await isInInbox(session, 'asked', [first, second])).toBe(false);
    await recordInInbox(session, [recorded('asked', second)]);
    expect(await isInInbox(session, 'asked', [first, second, first])).toBe(true);
  });
});

describe('a message delivered twice and out of order', () => {
  it('has its effect once', async () => {
    const client = jetstream(nats);
    const manager = await client.jetstreamManager();
    const name = `GRANTS${randomBytes(4).toString('hex').toUpperCase()}`;
    await manager.streams.add({ name, subjects: [`${name}.*`], storage: 'memory' });
    await manager.consumers.add(name, { durable_name: 'ledger', ack_policy: AckPolicy.Explicit });
    const consumer = await client.consumers.get(name, 'ledger');
    const owner = randomUUID();
    const events = [1, 2, 4].map((tokens): Granted => ({ eventId: randomUUID(), owner, tokens }));
    // If a relay loses its mark, it may publish earlier events again after later ones, even after the dedupe window.
    for (const index of [2, 0, 1, 0, 2]) await client.publish(`${name}.granted`, JSON.stringify(events[index]));

    const effects: boolean[] = [];
    const handle = async (message: JsMsg) => {
      effects.push(await grant('ledger', message.json<Granted>()));
    };
    const unacknowledged = await take(consumer, 5);
    for (const message of unacknowledged) await handle(message);
    // The process ends after the commit and before the acknowledgement, so all messages are delivered once more.
    for (const message of unacknowledged.toReversed()) message.nak();
    for (const message of await take(consumer, 5)) {
      await handle(message);
      await message.ackAck();
    }
    expect(effects).toEqual([true, true, true, false, false, false, false, false, false, false]);
    expect(await balanceOf(owner)).toBe(7);
    expect((await consumer.info()).num_ack_pending).toBe(0);
    await manager.streams.delete(name);
  });
});

async function take(consumer: Consumer, count: number): Promise<JsMsg[]> {
  const messages: JsMsg[] = [];
  for await (const message of await consumer.fetch({ max_messages: count, expires: 5000 })) {
    messages.push(message);
    if (messages.length === count) break;
  }
  return messages;
}
