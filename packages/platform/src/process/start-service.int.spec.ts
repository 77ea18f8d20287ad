import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { anonymous, defineEvent, defineRpc } from '@candid/contracts';
import {
  addWorkItem,
  EventStore,
  integrationEventOf,
  LeaderElection,
  type Projection,
  type RecordedEvent,
  type WorkItem,
} from '@candid/event-store';
import {
  eventually,
  type NatsFixture,
  natsFixture,
  sessionUrlOf,
  startRedisServer,
  type TestServer,
  testKeys,
} from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Controller, type DynamicModule, Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { z } from 'zod';
import { type Processor, provideProcessors } from '../jobs/index.js';
import { ConsumptionCheck } from '../messaging/consumption-check.js';
import type { EventMessage } from '../messaging/event-delivery.js';
import { awaitInboxController } from '../messaging/inbox-waiter.js';
import { provideSubscribers, type Subscriber } from '../messaging/index.js';
import { publishedIdsController } from '../messaging/published-events.controllers.js';
import type { ReceivedEvent } from '../nats/event-listener.js';
import { Metrics } from '../operations/metrics.js';
import { sessionOf } from '../orm/database.js';
import { type ServiceDatabase, serviceDatabase } from '../orm/service-database.fixture.spec.js';
import {
  databaseTime,
  PersistenceModule,
  Projections,
  provideOutboxRelay,
  provideProjections,
} from '../persistence/index.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { RpcHandler } from '../rpc/rpc-handler.js';
import type { RunningProcess } from './start-process.js';
import { startService, startWorker } from './start-service.js';

const takeNote = defineRpc(
  'notes.takeNote',
  anonymous,
  z.object({ note: z.string() }),
  z.object({ projected: z.boolean() }),
);
const noteTaken = defineEvent('notes', 'NoteTaken', 1, z.object({ note: z.string() }));

@Injectable()
class NotesProjection implements Projection<EntityManager> {
  readonly name = 'notes';
  readonly tables = ['effects'];
  async apply(event: RecordedEvent, em: EntityManager): Promise<void> {
    await sessionOf(em).query('insert into effects (note) values ($1)', [`projected ${event.data.note}`]);
  }
}

@Controller()
class NotesController {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(Projections) private readonly projections: Projections,
  ) {}

  @RpcHandler(takeNote)
  async takeNote({ note }: z.output<typeof takeNote.request>) {
    const outcome = await this.store.append({
      streams: [
        { streamId: `note-${randomUUID()}`, expectedVersion: 0, events: [{ type: 'NoteTaken', data: { note } }] },
      ],
      metadata: { correlationId: 'request-1' },
    });
    const events = outcome.outcome === 'appended' ? outcome.events : [];
    return { projected: await this.projections.waitForEvents(['notes'], events, 5_000) };
  }
}

@Injectable()
class RemindOnNoteTaken implements Subscriber<typeof noteTaken.data> {
  readonly name = 'remind';
  readonly event = noteTaken;
  async handle({ data, eventId }: ReceivedEvent<typeof noteTaken.data>, { session }: { session: any }): Promise<void> {
    await addWorkItem(session, { id: `reminder-${eventId}`, queue: 'reminders', payload: { note: data.note } });
  }
}

@Injectable()
class ReminderProcessor implements Processor {
  readonly queue = 'reminders';
  async handle(item: WorkItem, { session }: { session: any }): Promise<void> {
    await session.query('insert into effects (note) values ($1)', [`reminded of ${item.payload.note}`]);
  }
}

const publish = (event: RecordedEvent) => integrationEventOf(event, { type: 'NoteTaken', data: event.data });

const workDoneBefore = `insert into work_items (id, queue, payload, created_at, available_at, completed_at, failed_at)
  select id, 'reminders', '{}', now() - interval '9 days', available_at, completed_at, failed_at from (values
    ('long done', now() - interval '9 days', now() - interval '25 hours', null::timestamptz),
    ('just done', now() - interval '9 days', now() - interval '23 hours', null),
    ('given up', now() - interval '9 days', null, now() - interval '9 days'),
    ('waits', now() + interval '9 days', null, null)
  ) as item (id, available_at, completed_at, failed_at)`;

class NotesModule {}

describe('a service and its worker', () => {
  let nats: NatsFixture;
  let redis: TestServer;
  let database: ServiceDatabase;
  let service: RunningProcess;
  let worker: RunningProcess;

  const persistence = (): DynamicModule =>
    PersistenceModule.forRoot({
      databaseUrl: database.applicationUrl,
      sessionUrl: sessionUrlOf(database.applicationUrl),
      entities: [],
    });

  beforeAll(async () => {
    [nats, redis, database] = await Promise.all([natsFixture(), startRedisServer(), serviceDatabase()]);
    const config = {
      NATS_URL: nats.url,
      OPS_PORT: 0,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      JWT_PUBLIC_KEY: testKeys.JWT_PUBLIC_KEY,
    } as const;
    const serviceModule: DynamicModule = {
      module: NotesModule,
      imports: [persistence()],
      controllers: [
        NotesController,
        awaitInboxController('notes'),
        publishedIdsController('notes', publish, { underWayMs: 0 }),
      ],
      providers: [
        ...provideProjections([NotesProjection]),
        provideOutboxRelay(publish),
        ...provideSubscribers([RemindOnNoteTaken]),
      ],
    };
    const workerModule: DynamicModule = {
      module: NotesModule,
      imports: [persistence()],
      providers: provideProcessors([ReminderProcessor], { redisUrl: redis.url }),
    };
    const pool = new pg.Pool({ connectionString: database.applicationUrl, max: 1 });
    await pool.query(workDoneBefore);
    await pool.end();
    service = await startService(serviceModule, { name: 'notes', config });
    worker = await startWorker(workerModule, { name: 'notes', config });
  });

  afterAll(async () => {
    await worker.stop();
    await service.stop();
    await database.close();
    await redis.stop();
    await nats.stop();
  });

  const health = async (process: RunningProcess, path: string) => {
    const response = await fetch(`http://127.0.0.1:${process.operationsPort}${path}`);
    return { status: response.status, body: await response.text() };
  };

  it('carries a request to its event, projection, subscriber and job', async () => {
    const client = new RpcClient(nats.connection);
    const context = { requestId: 'request-1', roles: [] };
    expect(await client.call(takeNote, { note: 'tea' }, context)).toEqual({ projected: true });
    await eventually(async () => expect((await database.notes()).sort()).toEqual(['projected tea', 'reminded of tea']));
  });

  it('forgets work that was done more than a day ago, and nothing else', async () => {
    const before = "select id from work_items where id in ('long done', 'just done', 'given up', 'waits') order by id";
    await eventually(async () => expect(await database.select(before)).not.toContainEqual({ id: 'long done' }));
    expect(await database.select(before)).toEqual([{ id: 'given up' }, { id: 'just done' }, { id: 'waits' }]);
  });

  it('says that it is live and ready, and counts what it answered', async () => {
    expect(await health(service, '/health/live')).toMatchObject({ status: 200 });
    expect(await health(service, '/health/ready')).toMatchObject({ status: 200 });
    expect(await health(worker, '/health/ready')).toMatchObject({ status: 200 });
    expect(await health(service, '/elsewhere')).toMatchObject({ status: 404 });
    const { body } = await health(service, '/metrics');
    expect(body).toMatch(/rpc_handled_seconds_count\{.*subject="rpc\.notes\.takeNote",outcome="ok"\} 1/);
    expect(body).toMatch(/subscriber_messages_total\{.*subscriber="remind",outcome="handled".*\} 1/);
    expect((await health(worker, '/metrics')).body).toMatch(
      /work_item_attempts_total\{.*queue="reminders",outcome="done".*\} 1/,
    );
    expect(body).toContain('process_resident_memory_bytes');
  });

  it('names the part that is not ready', async () => {
    service.platform.operations.addReadinessCheck('storage', () => Promise.reject(new Error('away')));
    expect(await health(service, '/health/ready')).toEqual({ status: 503, body: '{"failing":["storage"]}' });
    service.platform.operations.addReadinessCheck('storage', () => Promise.resolve());
    expect(await health(service, '/health/ready')).toMatchObject({ status: 200 });
  });

  it('finds events that were published for a subscriber and never reached it', async () => {
    const pool = new pg.Pool({ connectionString: database.applicationUrl, max: 2 });
    const election = new LeaderElection({ connectionString: sessionUrlOf(database.applicationUrl) });
    const platform = { ...service.platform, metrics: new Metrics('notes') };
    const subscribers = [new RemindOnNoteTaken()];
    const fetched: string[] = [];
    const deliver = async (_: unknown, messages: EventMessage[]) => {
      fetched.push(...messages.map((message) => message.json<{ data: { note: string } }>().data.note));
    };
    const check = new ConsumptionCheck({ platform, store: new EventStore({ pool }), election, subscribers, deliver });
    const missing = async (): Promise<string | undefined> => {
      await check.check();
      return /subscriber_events_missing\{subscriber="remind".*\} (\d+)/.exec(
        await platform.metrics.registry.metrics(),
      )?.[1];
    };
    try {
      await eventually(async () => expect(await missing()).toBe('0'));
      await new RpcClient(nats.connection).call(takeNote, { note: 'milk' }, { requestId: 'request-2', roles: [] });
      await eventually(async () => expect(await database.notes()).toContain('reminded of milk'));
      const [lost] = await database.select(
        `delete from inbox where event_id = (select event_id from events where data->>'note' = 'milk') returning *`,
      );
      expect(await missing()).toBe('1');
      expect(await missing()).toBe('1');
      expect(fetched).toEqual(['milk', 'milk']);
      await pool.query('insert into inbox (subscriber, event_id) values ($1, $2)', [lost.subscriber, lost.event_id]);
      expect(await missing()).toBe('0');
      await pool.query('delete from inbox');
      // When the check has found an event complete, it does not read that event again.
      expect(await missing()).toBe('0');
    } finally {
      await election.close();
      await pool.end();
    }
  });
});

const tellTime = defineRpc('clock.tellTime', anonymous, z.object({}), z.object({ ms: z.number() }));

@Controller()
class ClockController {
  @RpcHandler(tellTime)
  async tellTime() {
    return { ms: databaseTime().getTime() };
  }
}

class ClockModule {}

describe('a service with a wrong clock whose database does not answer at first', () => {
  it('answers nothing before it knows the time of its database', async () => {
    const [nats, database] = await Promise.all([natsFixture(), serviceDatabase()]);
    const target = new URL(sessionUrlOf(database.applicationUrl));
    let connections = 0;
    const gate = createServer((socket) => {
      socket.on('error', () => undefined);
      connections += 1;
      if (connections < 3) return void socket.destroy();
      const real = connect(Number(target.port), target.hostname).on('error', () => undefined);
      socket.pipe(real).pipe(socket);
    });
    await once(gate.listen(0, '127.0.0.1'), 'listening');
    const url = Object.assign(new URL(target), { host: `127.0.0.1:${(gate.address() as AddressInfo).port}` }).href;
    const config = { NATS_URL: nats.url, OPS_PORT: 0, LOG_LEVEL: 'silent', NODE_ENV: 'test' } as const;
    const imports = [PersistenceModule.forRoot({ databaseUrl: url, sessionUrl: url, entities: [] })];
    const module = { module: ClockModule, imports, controllers: [ClockController] };
    const realNow = Date.now;
    const wrong = jest.spyOn(Date, 'now').mockImplementation(() => realNow() - 3_600_000);
    try {
      const { JWT_PUBLIC_KEY } = testKeys;
      const service = await startService(module, { name: 'clock', config: { ...config, JWT_PUBLIC_KEY } });
      const { ms } = await new RpcClient(nats.connection).call(tellTime, {}, { requestId: 'request-1', roles: [] });
      expect(Math.abs(ms - realNow())).toBeLessThan(1_800_000);
      await service.stop();
    } finally {
      wrong.mockRestore();
      gate.close();
      await database.close();
      await nats.stop();
    }
  });
});
