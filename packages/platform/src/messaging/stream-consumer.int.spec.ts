import { randomUUID } from 'node:crypto';
import { defineEvent } from '@candid/contracts';
import { VersionConflictError } from '@candid/event-store';
import { eventually, type NatsFixture, natsFixture } from '@candid/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { z } from 'zod';
import { createLogger } from '../logging/logger.js';
import { connectNats } from '../nats/connect-nats.js';
import { ensureStream } from '../nats/streams.js';
import { type ServiceDatabase, serviceDatabase } from '../orm/service-database.fixture.spec.js';
import { paces } from '../process/pace.js';
import { InboxWaiter } from './inbox-waiter.js';
import { StreamConsumer, type StreamConsumerOptions } from './stream-consumer.js';
import type { Subscriber, SubscriberLimits } from './subscriber.js';

const noteTaken = defineEvent('assessments', 'NoteTaken', 1, z.object({ note: z.string() }));
const urgentNote = defineEvent('assessments', 'UrgentNote', 1, z.object({ note: z.string() }));
const limits: Partial<SubscriberLimits> = { maxAttempts: 3, backoffMs: [10, 20], ackWaitMs: 1_000 };

const envelope = (note: unknown, eventId: string = randomUUID()) => ({
  eventId,
  type: noteTaken.type,
  version: 1,
  streamId: 'assessment-1',
  streamVersion: 1,
  recordedAt: new Date().toISOString(),
  correlationId: 'request-1',
  data: { note },
});

describe('a consumer of a stream', () => {
  let nats: NatsFixture;
  let js: JetStreamClient;
  let manager: JetStreamManager;
  let database: ServiceDatabase;
  let running: StreamConsumer[];
  let failing: Map<string, Error>;

  beforeAll(async () => {
    nats = await natsFixture();
    js = jetstream(nats.connection);
    manager = await jetstreamManager(nats.connection);
  });
  afterAll(() => nats.stop());

  beforeEach(async () => {
    database = await serviceDatabase();
    running = [];
    failing = new Map();
    await ensureStream(manager, 'assessments');
  });
  afterEach(async () => {
    await Promise.all(running.map((consumer) => consumer.stop()));
    await database.close();
    await manager.streams.delete('ASSESSMENTS').catch(() => undefined);
  });

  const keepsNotes: Subscriber<typeof noteTaken.data> = {
    name: 'keep-notes',
    event: noteTaken,
    async handle({ data }, { session }) {
      await session.query('insert into effects (note) values ($1)', [data.note]);
      const failure = failing.get(data.note);
      if (failure) throw failure;
    },
  };

  /** Keeps each note with its own name before it. Fails while `failing` has its name. */
  const another = (name: string, gatherMs = 0): Subscriber<typeof noteTaken.data> => ({
    ...{ name, gatherMs, event: noteTaken },
    async handle({ data }, { session }) {
      await session.query('insert into effects (note) values ($1)', [`${name} ${data.note}`]);
      const failure = failing.get(name) ?? failing.get(`${name} ${data.note}`);
      if (failure) throw failure;
    },
  });
  const notesOf = async (name: string) =>
    (await database.notes()).flatMap((note) => (note.startsWith(`${name} `) ? [note.slice(name.length + 1)] : []));

  function start(options: Partial<StreamConsumerOptions> = {}): StreamConsumer {
    const consumer = new StreamConsumer({
      service: 'tokens',
      source: 'assessments',
      subscribers: [keepsNotes],
      database: database.own,
      jetstream: js,
      jetstreamManager: manager,
      logger: createLogger('test', { level: 'silent' }),
      limits,
      ...options,
    });
    consumer.start();
    running.push(consumer);
    return consumer;
  }

  const publish = (body: unknown, msgID?: string) =>
    js.publish(noteTaken.subject, typeof body === 'string' ? body : JSON.stringify(body), msgID ? { msgID } : {});

  const deadLetters = () => database.select('select * from dead_letters where replayed_at is null order by id');
  const unacknowledged = async () => {
    const { num_ack_pending, num_pending } = await manager.consumers.info('ASSESSMENTS', 'tokens-from-assessments');
    return num_ack_pending + num_pending;
  };
  const delivered = (count: number) =>
    eventually(async () => {
      const { num_ack_pending } = await manager.consumers.info('ASSESSMENTS', 'tokens-from-assessments');
      expect(num_ack_pending).toBe(count);
    });
  const allAcknowledged = () => eventually(async () => expect(await unacknowledged()).toBe(0));

  it('handles events in order, those from before its first start too', async () => {
    await publish(envelope('one'));
    start();
    await publish(envelope('two'));
    await publish(envelope('three'));
    await eventually(async () => expect(await database.notes()).toEqual(['one', 'two', 'three']));
    await allAcknowledged();
  });

  it('handles an event once that is published and delivered again', async () => {
    const event = envelope('once');
    await publish(event);
    await publish(event);
    start();
    await publish(event);
    await publish(envelope('last'));
    await eventually(async () => expect(await database.notes()).toEqual(['once', 'last']));
    await allAcknowledged();
  });

  it('handles each event once in two processes at a time', async () => {
    start();
    start();
    const notes = Array.from({ length: 200 }, (_, index) => `note ${index}`);
    await Promise.all(notes.flatMap((note) => [envelope(note)].flatMap((event) => [publish(event), publish(event)])));
    await allAcknowledged();
    expect((await database.notes()).sort()).toEqual(notes.sort());
  });

  it('does nothing twice when its process dies between commit and ack', async () => {
    let bury: () => void = () => undefined;
    const never = new Promise<void>((resolve) => {
      bury = resolve;
    });
    const dying = {
      transaction: async (work: never) => {
        await database.own.transaction(work);
        return never;
      },
    };
    const own = await connectNats(nats.url, 'dying');
    const subscribers = [keepsNotes, another('second')];
    const dead = start({ subscribers, database: dying as never, jetstream: jetstream(own) });
    running = [];
    await publish(envelope('once'));
    await eventually(async () => expect(await database.notes()).toEqual(['once', 'second once']));
    expect(await unacknowledged()).toBe(1);
    await own.close();
    start({ subscribers });
    await allAcknowledged();
    expect(await database.notes()).toEqual(['once', 'second once']);
    bury();
    await dead.stop();
  });

  it('does nothing twice when a paused process goes on after another one has handled its event', async () => {
    const [begun, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const paused = {
      transaction: async (work: never) => {
        begun.resolve();
        await resumed.promise;
        return database.own.transaction(work);
      },
    };
    const own = await connectNats(nats.url, 'paused');
    const subscribers = [keepsNotes, another('second')];
    const first = start({ subscribers, database: paused as never, jetstream: jetstream(own) });
    running = [];
    await publish(envelope('once'));
    await begun.promise;
    // Nothing renews the message any more, so the server gives it to the other process.
    await own.close();
    start({ subscribers });
    await allAcknowledged();
    expect(await database.notes()).toEqual(['once', 'second once']);
    resumed.resolve();
    await first.stop();
    expect(await database.notes()).toEqual(['once', 'second once']);
  });

  it('undoes the effect of a failed attempt and repeats it', async () => {
    failing.set('stumbles', new Error('not yet'));
    start({ limits: { ...limits, maxAttempts: 1_000 } });
    await publish(envelope('stumbles'));
    await publish(envelope('walks on'));
    await eventually(async () => expect(await database.notes()).toEqual(['walks on']));
    failing.clear();
    await eventually(async () => expect(await database.notes()).toEqual(['walks on', 'stumbles']));
    expect(await deadLetters()).toEqual([]);
  });

  it('puts aside what keeps failing, with its reason, and replays it once on request', async () => {
    failing.set('poison', new Error('cannot be done'));
    const consumer = start();
    const event = envelope('poison');
    await publish(event);
    const [letter] = await eventually(async () => {
      const letters = await deadLetters();
      expect(letters).toHaveLength(1);
      return letters;
    });
    expect(letter).toMatchObject({
      subscriber: 'keep-notes',
      event_id: event.eventId,
      subject: noteTaken.subject,
      reason: 'Error: cannot be done',
      attempts: 3,
    });
    await allAcknowledged();
    expect(await database.notes()).toEqual([]);

    await expect(consumer.replay(String(letter.id))).rejects.toThrow('cannot be done');
    failing.clear();
    expect(await consumer.replay(String(letter.id))).toBe(true);
    expect(await consumer.replay(String(letter.id))).toBe(false);
    expect(await database.notes()).toEqual(['poison']);
  });

  it.each([
    ['no JSON', 'no json', 'the message is not JSON'],
    ['no envelope', { note: 'x' }, 'envelope: eventId'],
    ['data of another shape', envelope(7), 'data: note (invalid_type)'],
  ])('puts %s aside at once and goes on', async (_, body, reason) => {
    start();
    await publish(body, randomUUID());
    await publish(envelope('next'));
    await eventually(async () => expect(await database.notes()).toEqual(['next']));
    const letters = await deadLetters();
    expect(letters).toHaveLength(1);
    expect(letters[0].reason).toContain(reason);
    expect(letters[0].payload).toBe(typeof body === 'string' ? body : JSON.stringify(body));
    await allAcknowledged();
  });

  it('waits for another service that is away instead of giving its events up', async () => {
    failing.set('patient', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    start();
    await publish(envelope('patient'));
    await eventually(async () => expect(await unacknowledged()).toBe(1));
    failing.clear();
    await eventually(async () => expect(await database.notes()).toEqual(['patient']));
    expect(await deadLetters()).toEqual([]);
  });

  it('repeats a transaction that another one got ahead of, and gives up where it never gets through', async () => {
    let conflicts = 0;
    const contended: Subscriber<typeof noteTaken.data> = {
      ...keepsNotes,
      async handle(event, transaction) {
        await keepsNotes.handle(event, transaction);
        if (event.data.note === 'hopeless' || ++conflicts < 4) throw new VersionConflictError('stream', 1, 2);
      },
    };
    start({ subscribers: [contended], limits: { ...limits, maxAttempts: 1 } });
    await publish(envelope('contended'));
    await eventually(async () => expect(await database.notes()).toEqual(['contended']));
    expect(await deadLetters()).toEqual([]);
    await publish(envelope('hopeless'));
    await eventually(async () => expect(await deadLetters()).toHaveLength(1));
  });

  it('starts before the stream exists', async () => {
    await manager.streams.delete('ASSESSMENTS');
    start();
    await ensureStream(manager, 'assessments');
    await publish(envelope('early'));
    await eventually(async () => expect(await database.notes()).toEqual(['early']));
  });

  it.each(['usual', 'slow'] as const)(
    'heals when JetStream is wiped and history is published again, at the %s pace',
    async (pace) => {
      start({ pace: paces[pace] });
      const event = envelope('kept');
      await publish(event);
      await eventually(async () => expect(await database.notes()).toEqual(['kept']));
      await nats.kill();
      await nats.restart({ wiped: true });
      await eventually(async () => expect(await ensureStream(manager, 'assessments')).toEqual({ created: true }));
      await publish(event);
      await publish(envelope('new'));
      await eventually(async () => expect(await database.notes()).toEqual(['kept', 'new']));
    },
  );

  it.each(['usual', 'slow'] as const)(
    'goes on where it was when the NATS server is killed, at the %s pace',
    async (pace) => {
      start({ pace: paces[pace] });
      await publish(envelope('before'));
      await eventually(async () => expect(await database.notes()).toEqual(['before']));
      await nats.kill();
      await nats.restart();
      await eventually(() => publish(envelope('after'), 'after'));
      await eventually(async () => expect(await database.notes()).toEqual(['before', 'after']));
    },
  );

  it('lets another process wait until an event is handled, and not longer than asked', async () => {
    const inbox = new InboxWaiter(database.own);
    const event = envelope('awaited');
    expect(await inbox.wait('keep-notes', [event.eventId], 50)).toEqual({ seen: false });
    start({ afterCommit: () => inbox.notify() });
    const waiting = inbox.wait('keep-notes', [event.eventId], 2_000);
    await publish(event);
    expect(await waiting).toEqual({ seen: true });
    expect(await database.notes()).toEqual(['awaited']);
    expect(await inbox.wait('keep-notes', ['no uuid'], 50)).toEqual({ seen: false });
  });

  it('stops between batches and leaves the rest to the next process', async () => {
    const notes = Array.from({ length: 300 }, (_, index) => `note ${index}`);
    await Promise.all(notes.map((note) => publish(envelope(note))));
    const first = start();
    await eventually(async () => expect((await database.notes()).length).toBeGreaterThan(0));
    await first.stop();
    const handled = (await database.notes()).length;
    start();
    await allAcknowledged();
    expect(handled).toBeLessThanOrEqual(300);
    expect((await database.notes()).sort()).toEqual(notes.sort());
  });

  it('gives back what it holds when it stops, long before the server would', async () => {
    const patient = { ...limits, batchSize: 1, ackWaitMs: 600_000 };
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow: Subscriber<typeof noteTaken.data> = {
      ...keepsNotes,
      async handle(event, transaction) {
        begun.resolve();
        await held.promise;
        await keepsNotes.handle(event, transaction);
      },
    };
    const notes = Array.from({ length: 20 }, (_, index) => `note ${index}`);
    for (const note of notes) await publish(envelope(note));
    const first = start({ subscribers: [slow], limits: patient });
    await begun.promise;
    const stopped = first.stop();
    start({ limits: patient });
    held.resolve();
    await stopped;
    await allAcknowledged();
    expect((await database.notes()).sort()).toEqual(notes.sort());
  });

  it('handles an event for all subscribers in one transaction, and acknowledges what none of them wants', async () => {
    const transactions = new Set<string>();
    const counting = (name: string): Subscriber<typeof noteTaken.data> => ({
      ...another(name),
      async handle(event, transaction) {
        await another(name).handle(event, transaction);
        const [row] = await transaction.session.query<{ id: string }>('select pg_current_xact_id()::text as id');
        transactions.add(row!.id);
      },
    });
    start({ subscribers: [counting('one'), counting('two'), counting('three')] });
    await js.publish('assessments.OtherThing.v1', 'of nobody');
    await publish(envelope('shared'));
    await allAcknowledged();
    expect(await database.notes()).toEqual(['one shared', 'two shared', 'three shared']);
    expect(transactions.size).toBe(1);
  });

  it('gives up a poisoned event in the middle of a batch for the one subscriber that cannot handle it', async () => {
    failing.set('two note 5', new Error('cannot be done'));
    const notes = Array.from({ length: 10 }, (_, index) => `note ${index}`);
    for (const note of notes) await publish(envelope(note));
    start({ subscribers: [another('one'), another('two'), another('three', 20)] });
    await allAcknowledged();
    expect(await notesOf('one')).toEqual(notes);
    expect(await notesOf('two')).toEqual(notes.filter((note) => note !== 'note 5'));
    expect(await notesOf('three')).toEqual(notes);
    expect(await deadLetters()).toMatchObject([{ subscriber: 'two', attempts: 3, reason: 'Error: cannot be done' }]);
  });

  it('attempts no event again that one subscriber has given up while another one waits with it', async () => {
    failing.set('hopeless', new Error('cannot be done'));
    failing.set('waiting', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    const tries = new Map<string, number>();
    const counting = (name: string): Subscriber<typeof noteTaken.data> => ({
      ...another(name),
      handle(event, transaction) {
        tries.set(name, (tries.get(name) ?? 0) + 1);
        return another(name).handle(event, transaction);
      },
    });
    start({ subscribers: [counting('hopeless'), counting('waiting'), counting('well')] });
    await publish(envelope('shared'));
    await eventually(async () => expect(await deadLetters()).toHaveLength(1));
    const [hopeless, waiting] = [tries.get('hopeless'), tries.get('waiting')!];
    await eventually(() => expect(tries.get('waiting')).toBeGreaterThan(waiting + 5));
    expect(tries.get('hopeless')).toBe(hopeless);
    failing.clear();
    await allAcknowledged();
    expect(await database.notes()).toEqual(['well shared', 'waiting shared']);
    expect(await deadLetters()).toMatchObject([{ subscriber: 'hopeless', attempts: 3 }]);
  });

  it.each([
    ['of a part that is away', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
    ['without an end', new Error('not yet')],
  ])('lets a subscriber that fails for long because %s hold up no other', async (_, failure) => {
    failing.set('failing', failure);
    const patient = { ...limits, maxAttempts: 1_000_000, backoffMs: [100, 3_000] };
    start({ subscribers: [another('failing'), another('well')], limits: patient });
    const notes = Array.from({ length: 200 }, (_, index) => `note ${index}`);
    await Promise.all(notes.map((note) => publish(envelope(note))));
    await eventually(async () => expect((await notesOf('well')).sort()).toEqual(notes.toSorted()));
    // The server keeps some events for the next attempt. The consumption check fetches the others.
    await eventually(async () => expect(await unacknowledged()).toBeLessThan(100));
    expect(await unacknowledged()).toBeGreaterThan(0);
    expect(await notesOf('failing')).toEqual([]);
    failing.clear();
    await allAcknowledged();
    expect((await notesOf('failing')).length).toBeGreaterThan(1);
    await publish(envelope('recovered'));
    await eventually(async () => expect(await notesOf('failing')).toContain('recovered'));
    expect(await deadLetters()).toEqual([]);
  });

  it('gathers events whose subscribers all gather, until an event comes that a subscriber wants immediately', async () => {
    const urgent: Subscriber<typeof noteTaken.data> = { ...another('urgent'), event: urgentNote };
    const gatherer: Subscriber<typeof noteTaken.data> = { ...another('gatherer', 600_000), event: urgentNote };
    start({ subscribers: [another('gatherer', 600_000), { ...gatherer, name: 'gatherer of both' }, urgent] });
    await publish(envelope('one'));
    await publish(envelope('two'));
    await delivered(2);
    expect(await database.notes()).toEqual([]);
    await js.publish(urgentNote.subject, JSON.stringify(envelope('now')));
    await allAcknowledged();
    expect(await notesOf('gatherer')).toEqual(['one', 'two', 'now']);
    expect(await notesOf('urgent')).toEqual(['now']);
  });

  it('handles each event once beside a process of a version that has a consumer per subscriber', async () => {
    start({ subscribers: [another('one'), another('two')] });
    start({ service: 'tokens-one', subscribers: [another('one')] });
    start({ service: 'tokens-two', subscribers: [another('two')] });
    const notes = Array.from({ length: 100 }, (_, index) => `note ${index}`);
    await Promise.all(notes.map((note) => publish(envelope(note))));
    await allAcknowledged();
    expect((await notesOf('one')).sort()).toEqual(notes.toSorted());
    expect((await notesOf('two')).sort()).toEqual(notes.toSorted());
  });
});
