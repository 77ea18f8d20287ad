import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { AppendOutcome } from '../append/append-batch.js';
import type { EventStore } from '../append/event-store.js';
import {
  appendTo,
  createTestDatabase,
  eventually,
  happened,
  newStreamId,
  openStore,
  type TestDatabase,
} from '../fixtures.spec.js';
import { comparePositions, type EventPosition, type RecordedEvent, startPosition } from '../kernel/event.js';
import { inTransaction, type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import { moveCheckpoint, readCheckpoint } from './checkpoint.js';
import type { LeaderElection } from './leader-election.js';
import type { Projection } from './projection-rebuild.js';
import { ProjectionRunner, type ProjectionRunnerOptions } from './projection-runner.js';

let database: TestDatabase;
let store: EventStore;
const running: ProjectionRunner<SqlSession>[] = [];

beforeAll(async () => {
  database = await createTestDatabase([
    'create table thing_totals (projection text, stream_id text, total bigint, events int, primary key (projection, stream_id))',
  ]);
  store = openStore(database);
});

afterEach(() => Promise.all(running.splice(0).map((runner) => runner.stop())));

afterAll(() => database.drop());

function totals(name: string): Projection<SqlSession> {
  return {
    name,
    tables: ['thing_totals'],
    async apply(event: RecordedEvent, session: SqlSession) {
      await session.query(
        `insert into thing_totals as t values ($1, $2, $3, 1)
         on conflict (projection, stream_id) do update set total = t.total + excluded.total, events = t.events + 1`,
        [name, event.streamId, event.data.number],
      );
    },
  };
}

const somethingElse = { type: 'SomethingElse', data: { number: 7 } };

const numbersOnly = (name: string): Projection<SqlSession> => ({ ...totals(name), eventTypes: [happened(0).type] });

async function hasPassed(name: string, position: EventPosition): Promise<boolean> {
  const checkpoint = await readCheckpoint(sessionOfClient(store.pool), name);
  return comparePositions(checkpoint, position) >= 0;
}

interface RunnerOptions extends Partial<ProjectionRunnerOptions<SqlSession>> {
  name: string;
  projection?: Projection<SqlSession>;
  /** Application name of the connections of the runner's process. */
  processName?: string;
}

function openRunner({ name, processName, projection, ...options }: RunnerOptions): ProjectionRunner<SqlSession> {
  const processStore = processName ? openStore(database, processName) : store;
  const runner = new ProjectionRunner<SqlSession>({
    store: processStore,
    election: database.openElection(processName),
    projections: [projection ?? totals(name)],
    transaction: (work) => inTransaction(processStore.pool, work),
    sessionOf: (session) => session,
    electionRetryMs: 20,
    failureRetryMs: 10,
    ...options,
  });
  running.push(runner);
  return runner;
}

async function totalOf(name: string, streamId: string): Promise<{ total: number; events: number } | undefined> {
  const { rows } = await store.pool.query(
    'select total::int, events from thing_totals where projection = $1 and stream_id = $2',
    [name, streamId],
  );
  return rows[0];
}

async function appendNumbers(streamId: string, ...numbers: number[]): Promise<RecordedEvent> {
  const version = (await store.load(streamId)).length;
  const outcome = await store.append(appendTo(streamId, version, ...numbers.map((number) => happened(number))));
  if (outcome.outcome !== 'appended') throw new Error('not appended');
  return outcome.events.at(-1)!;
}

async function eventsOf(appended: Promise<AppendOutcome>): Promise<RecordedEvent[]> {
  const outcome = await appended;
  if (outcome.outcome !== 'appended') throw new Error('not appended');
  return outcome.events;
}

describe('a projection runner', () => {
  it('replays from zero, then follows each commit', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    await appendNumbers(streamId, 1, 2);
    const runner = openRunner({ name, batchSize: 1 });
    runner.start();
    expect(await runner.waitFor(await appendNumbers(streamId, 3), 90_000)).toBe(true);
    expect(await totalOf(name, streamId)).toEqual({ total: 6, events: 3 });
    expect(await runner.waitFor(await appendNumbers(streamId, 4), 90_000)).toBe(true);
    expect(await totalOf(name, streamId)).toEqual({ total: 10, events: 4 });
  });

  it('is given together what has piled up and concerns it, and passes the rest', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    const given: string[][] = [];
    await store.append(appendTo(streamId, 0, happened(1), somethingElse, happened(2)));
    const projection: Projection<SqlSession> = {
      ...numbersOnly(name),
      applyAll: async (events) => {
        given.push(events.filter((event) => event.streamId === streamId).map((event) => event.type));
      },
    };
    const runner = openRunner({ name, projection });
    runner.start();
    const [passed] = await eventsOf(store.append(appendTo(streamId, 3, somethingElse)));
    expect(await runner.waitFor(passed!, 90_000)).toBe(true);
    expect(given.flat()).toEqual([happened(0).type, happened(0).type]);
    expect(given.some((types) => types.length === 2)).toBe(true);
    await eventually(() => hasPassed(name, passed!));
  });

  it('stores what it has ignored once another process waits for it', async () => {
    const name = randomUUID();
    const leader = openRunner({ name, projection: numbersOnly(name), idlePollMs: 600_000 });
    leader.start();
    await leader.waitFor(await appendNumbers(newStreamId(), 1), 90_000);
    const [passed] = await eventsOf(store.append(appendTo(newStreamId(), 0, somethingElse)));
    expect(await leader.waitFor(passed!, 90_000)).toBe(true);
    expect(await hasPassed(name, passed!)).toBe(false);
    const wakeOthers = () => store.wakeFollowers();
    const other = openRunner({ name, processName: 'other', projection: numbersOnly(name), wakeOthers });
    expect(await other.waitFor(passed!, 90_000)).toBe(true);
  });

  it('is not waited for if it ignores all events', async () => {
    const name = randomUUID();
    const runner = openRunner({ name, projection: numbersOnly(name) });
    const [own, passed] = await eventsOf(store.append(appendTo(newStreamId(), 0, happened(1), somethingElse)));
    expect(await runner.waitUntilShown([passed!], 30)).toBe(true);
    expect(await runner.waitUntilShown([own!, passed!], 30)).toBe(false);
    runner.start();
    expect(await runner.waitUntilShown([own!, passed!], 90_000)).toBe(true);
  });

  it('stores its checkpoint behind ignored events, while more of them arrive and after the last', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    const runner = openRunner({ name, projection: numbersOnly(name) });
    runner.start();
    await runner.waitFor(await appendNumbers(streamId, 1), 90_000);
    const [passed] = await eventsOf(store.append(appendTo(streamId, 1, somethingElse)));
    await eventually(() => hasPassed(name, passed!));
    const [last] = await eventsOf(store.append(appendTo(streamId, 2, somethingElse)));
    let version = 3;
    await eventually(async () => {
      await store.append(appendTo(streamId, version++, somethingElse));
      return hasPassed(name, last!);
    });
  });

  it('applies the next event once after another process has moved the checkpoint behind ignored events', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    const failures: unknown[] = [];
    const runner = openRunner({ name, projection: numbersOnly(name), onError: (error) => failures.push(error) });
    runner.start();
    const own = await appendNumbers(streamId, 1);
    await runner.waitFor(own, 90_000);
    const [passed] = await eventsOf(store.append(appendTo(streamId, 1, somethingElse)));
    await runner.waitFor(passed!, 90_000);
    await inTransaction(store.pool, async (session) => {
      // The runner itself may be about to move its checkpoint.
      await session.query('select from checkpoints where name = $1 for update', [name]);
      await moveCheckpoint(session, name, await readCheckpoint(session, name), passed!);
    });
    const [next] = await eventsOf(store.append(appendTo(streamId, 2, happened(2))));
    expect(await runner.waitFor(next!, 90_000)).toBe(true);
    expect(await totalOf(name, streamId)).toEqual({ total: 3, events: 2 });
    expect(failures).toEqual([]);
  });

  it('goes on from its checkpoint after a restart', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    const first = openRunner({ name });
    first.start();
    expect(await first.waitFor(await appendNumbers(streamId, 1), 90_000)).toBe(true);
    await first.stop();
    const second = openRunner({ name });
    second.start();
    expect(await second.waitFor(await appendNumbers(streamId, 2), 90_000)).toBe(true);
    expect(await totalOf(name, streamId)).toEqual({ total: 3, events: 2 });
  });

  it('lets a process that does not run it wait for it', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    const [elected, bystander] = [openRunner({ name }), openRunner({ name, processName: 'bystander' })];
    elected.start();
    const event = await appendNumbers(streamId, 1);
    expect(await bystander.waitFor(event, 90_000)).toBe(true);
    expect(await totalOf(name, streamId)).toEqual({ total: 1, events: 1 });
  });

  it('answers false where the position is not reached in time', async () => {
    const runner = openRunner({ name: randomUUID() });
    expect(await runner.waitFor(await appendNumbers(newStreamId(), 1), 30)).toBe(false);
  });

  it('passes an event that the open transaction of an earlier one held back, without being woken again', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    const runner = openRunner({ name });
    runner.start();
    const holder = await database.owner.connect();
    await holder.query('begin');
    await store.appendWithin(sessionOfClient(holder), appendTo(newStreamId(), 0));
    const event = await appendNumbers(streamId, 1);
    expect(await runner.waitFor(event, 50)).toBe(false);
    await holder.query('commit');
    holder.release();
    expect(await runner.waitFor(event, 90_000)).toBe(true);
  });

  it('takes row and checkpoint back together where apply fails, and applies again', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    const failures: unknown[] = [];
    const projection = totals(name);
    const runner = openRunner({
      name,
      projection: {
        ...projection,
        async apply(event, session) {
          await projection.apply(event, session);
          if (event.streamId === streamId && failures.length < 2) throw new Error('after the row was written');
        },
      },
      onError: (error) => failures.push(error),
    });
    runner.start();
    expect(await runner.waitFor(await appendNumbers(streamId, 5), 90_000)).toBe(true);
    expect(failures).toHaveLength(2);
    expect(await totalOf(name, streamId)).toEqual({ total: 5, events: 1 });
  });

  it('rests after a failure, however often it is woken', async () => {
    const failures: unknown[] = [];
    const runner = openRunner({
      name: randomUUID(),
      failureRetryMs: 60_000,
      transaction: () => Promise.reject(new Error('no transaction')),
      onError: (error) => failures.push(error),
    });
    runner.start();
    await appendNumbers(newStreamId(), 1);
    await eventually(() => failures.length > 0);
    for (let commit = 0; commit < 20; commit++) await appendNumbers(newStreamId(), 1);
    expect(failures).toHaveLength(1);
  });

  it('applies a duplicate to nothing: a runner that was overtaken rolls back', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    const event = await appendNumbers(streamId, 1);
    const session = sessionOfClient(store.pool);
    const [failures, projection] = [[] as unknown[], totals(name)];
    const runner = openRunner({
      name,
      // Simulates another process that moves the checkpoint first, because it wrongly believes that it holds the lock.
      transaction: async (work) => {
        const checkpoint = await readCheckpoint(session, name);
        if (checkpoint.globalPosition === 0n) {
          await inTransaction(store.pool, async (overtaking) => {
            await moveCheckpoint(overtaking, name, startPosition, event);
            for (const earlier of await readUpTo(event)) await projection.apply(earlier, overtaking);
          });
        }
        return inTransaction(store.pool, work);
      },
      onError: (error) => failures.push(error),
    });
    runner.start();
    expect(await runner.waitFor(await appendNumbers(streamId, 2), 90_000)).toBe(true);
    expect(failures).toEqual([]);
    expect(await totalOf(name, streamId)).toEqual({ total: 3, events: 2 });
  });

  it('applies each event once where two believe that they lead', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    const everyoneLeads = {
      campaign: async () => ({ signal: new AbortController().signal, release: async () => undefined }),
    } as unknown as LeaderElection;
    const options = { name, election: everyoneLeads, batchSize: 3 };
    const runners = ['one', 'two'].map((processName) => openRunner({ ...options, processName }));
    for (const runner of runners) runner.start();
    for (let number = 1; number < 100; number++) await appendNumbers(streamId, number);
    expect(await runners[0]!.waitFor(await appendNumbers(streamId, 100), 20_000)).toBe(true);
    expect(await totalOf(name, streamId)).toEqual({ total: 5050, events: 100 });
  });

  it('runs in one process of two, and fails over when its connection ends', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    const appliedBy: string[] = [];
    const open = (processName: string) => {
      const projection = totals(name);
      return openRunner({
        name,
        processName,
        onError: () => undefined,
        projection: {
          ...projection,
          apply: (event, session) => {
            appliedBy.push(processName);
            return projection.apply(event, session);
          },
        },
      });
    };
    const leader = open('leader');
    leader.start();
    expect(await leader.waitFor(await appendNumbers(streamId, 1), 90_000)).toBe(true);
    const follower = open('follower');
    follower.start();
    expect(await follower.waitFor(await appendNumbers(streamId, 2), 90_000)).toBe(true);
    expect(new Set(appliedBy)).toEqual(new Set(['leader']));

    await leader.stop();
    const event = await appendNumbers(streamId, 3);
    expect(await follower.waitFor(event, 90_000)).toBe(true);
    expect(appliedBy.at(-1)).toBe('follower');
    expect(await totalOf(name, streamId)).toEqual({ total: 6, events: 3 });

    leader.start();
    await database.terminate('follower');
    expect(await leader.waitFor(await appendNumbers(streamId, 4), 90_000)).toBe(true);
    expect(await totalOf(name, streamId)).toEqual({ total: 10, events: 4 });
  });

  it('applies events in their newest schema version', async () => {
    const [name, streamId] = [randomUUID(), newStreamId()];
    await store.append(appendTo(streamId, 0, { type: 'ThingCounted', data: { count: 2 } }));
    const runner = openRunner({ name, upcasters: { ThingCounted: { 1: ({ count }) => ({ number: count * 10 }) } } });
    runner.start();
    expect(await runner.waitFor((await store.load(streamId))[0]!, 90_000)).toBe(true);
    expect(await totalOf(name, streamId)).toEqual({ total: 20, events: 1 });
  });
});

describe('a projection runner with several projections', () => {
  /** Notes the transaction of each event that it applies. */
  function noting(name: string, beforeApply: (event: RecordedEvent) => void = () => undefined) {
    const transactions = new Map<bigint, string>();
    const projection: Projection<SqlSession> = {
      ...totals(name),
      async apply(event, session) {
        const [row] = await session.query<{ id: string }>('select pg_current_xact_id()::text as id');
        transactions.set(event.globalPosition, row!.id);
        await totals(name).apply(event, session);
        beforeApply(event);
      },
    };
    return {
      name,
      projection,
      transactions,
      isIn: ({ globalPosition }: EventPosition) => transactions.get(globalPosition),
    };
  }
  const open = (projections: Projection<SqlSession>[], options: Partial<RunnerOptions> = {}) =>
    openRunner({ name: 'several', projections, ...options });
  const untilReadTogether = (
    runner: ReturnType<typeof open>,
    streamId: string,
    [one, other]: [ReturnType<typeof noting>, ReturnType<typeof noting>],
  ) =>
    eventually(async () => {
      const event = await appendNumbers(streamId, 1);
      await runner.waitFor(event, 90_000);
      return one.isIn(event) === other.isIn(event);
    });

  it('writes the rows and checkpoints of all in one transaction', async () => {
    const [one, two] = [noting(randomUUID()), noting(randomUUID())];
    const runner = open([one.projection, two.projection]);
    runner.start();
    const event = await appendNumbers(newStreamId(), 1);
    expect(await runner.waitFor(event, 90_000)).toBe(true);
    expect(one.isIn(event)).toBe(two.isIn(event));
    expect(await totalOf(two.name, event.streamId)).toEqual({ total: 1, events: 1 });
  });

  it('sets one that fails aside with its reason, lets the others go on, and takes it back when it has caught up', async () => {
    const streamId = newStreamId();
    let isBroken = true;
    const [failures, well] = [[] as { error: unknown; follower: string }[], noting(randomUUID())];
    const broken = noting(randomUUID(), (event) => {
      if (isBroken && event.streamId === streamId) throw new Error('a bug');
    });
    const onError = (error: unknown, follower: string) => failures.push({ error, follower });
    const runner = open([broken.projection, well.projection], { onError });
    runner.start();
    for (let number = 1; number <= 5; number++) {
      expect(await runner.waitFor(await appendNumbers(streamId, number), 90_000, [well.name])).toBe(true);
    }
    expect(await totalOf(well.name, streamId)).toEqual({ total: 15, events: 5 });
    expect(await totalOf(broken.name, streamId)).toBeUndefined();
    expect(new Set(failures.map(({ follower }) => follower))).toEqual(new Set([broken.name]));
    expect(failures[0]!.error).toEqual(new Error('a bug'));
    isBroken = false;
    await untilReadTogether(runner, streamId, [broken, well]);
    expect(await totalOf(broken.name, streamId)).toEqual(await totalOf(well.name, streamId));
  });

  it('fails as a whole if all fail, and applies nothing twice', async () => {
    const streamId = newStreamId();
    let failures = 0;
    const failing = () => {
      if (failures < 6) throw new Error('no database');
    };
    const [one, two] = [noting(randomUUID(), failing), noting(randomUUID(), failing)];
    const runner = open([one.projection, two.projection], { onError: () => failures++ });
    await appendNumbers(streamId, 1);
    runner.start();
    expect(await runner.waitFor(await appendNumbers(streamId, 2), 90_000)).toBe(true);
    for (const { name } of [one, two]) expect(await totalOf(name, streamId)).toEqual({ total: 3, events: 2 });
  });

  it('lets a new one read the earlier events on its own, and goes on with the others meanwhile', async () => {
    const streamId = newStreamId();
    const [old, added] = [noting(randomUUID()), noting(randomUUID())];
    await appendNumbers(streamId, ...Array.from({ length: 30 }, () => 1));
    const first = open([old.projection]);
    first.start();
    await first.waitFor(await appendNumbers(streamId, 1), 90_000);
    await first.stop();
    const held = Promise.withResolvers<void>();
    const slow = {
      ...added.projection,
      apply: async (event: RecordedEvent, session: SqlSession) => {
        await held.promise;
        await added.projection.apply(event, session);
      },
    };
    const runner = open([old.projection, slow], { batchSize: 2 });
    runner.start();
    expect(await runner.waitFor(await appendNumbers(streamId, 1), 90_000, [old.name])).toBe(true);
    expect(await totalOf(added.name, streamId)).toBeUndefined();
    held.resolve();
    await untilReadTogether(runner, streamId, [added, old]);
    expect(await totalOf(added.name, streamId)).toEqual(await totalOf(old.name, streamId));
  });

  it('goes on with the others while a rebuild holds the checkpoint of one', async () => {
    const streamId = newStreamId();
    const [rebuilt, other] = [noting(randomUUID()), noting(randomUUID())];
    const runner = open([rebuilt.projection, other.projection]);
    runner.start();
    await runner.waitFor(await appendNumbers(streamId, 1), 90_000);
    const rebuild = await database.owner.connect();
    await rebuild.query('begin');
    await rebuild.query('select from checkpoints where name = $1 for update', [rebuilt.name]);
    const last = await appendNumbers(streamId, 2);
    expect(await runner.waitFor(last, 90_000, [other.name])).toBe(true);
    expect(await totalOf(rebuilt.name, streamId)).toEqual({ total: 1, events: 1 });
    await rebuild.query('commit');
    rebuild.release();
    expect(await runner.waitFor(last, 90_000)).toBe(true);
    expect(await totalOf(rebuilt.name, streamId)).toEqual({ total: 3, events: 2 });
  });

  it('knows how far a rebuild has moved one that waits for it, without a further event', async () => {
    const streamId = newStreamId();
    const [rebuilt, other] = [noting(randomUUID()), noting(randomUUID())];
    const runner = open([rebuilt.projection, other.projection]);
    runner.start();
    await runner.waitFor(await appendNumbers(streamId, 1), 90_000);
    const rebuild = await database.owner.connect();
    const session = sessionOfClient(rebuild);
    await rebuild.query('begin');
    await rebuild.query('select from checkpoints where name = $1 for update', [rebuilt.name]);
    const last = await appendNumbers(streamId, 2);
    expect(await runner.waitFor(last, 90_000, [other.name])).toBe(true);
    await moveCheckpoint(session, rebuilt.name, await readCheckpoint(session, rebuilt.name), last);
    await totals(rebuilt.name).apply(last, session);
    await rebuild.query('commit');
    rebuild.release();
    expect(await runner.waitFor(last, 90_000)).toBe(true);
    expect(await totalOf(rebuilt.name, streamId)).toEqual({ total: 3, events: 2 });
  });

  it('runs in no process while another version leads one of its projections', async () => {
    const streamId = newStreamId();
    const [one, two] = [noting(randomUUID()), noting(randomUUID())];
    const earlier = openRunner({ name: two.name, projection: two.projection, processName: 'earlier' });
    earlier.start();
    expect(await earlier.waitFor(await appendNumbers(streamId, 1), 90_000)).toBe(true);
    const runner = open([one.projection, two.projection]);
    runner.start();
    const event = await appendNumbers(streamId, 2);
    expect(await runner.waitFor(event, 90_000, [two.name])).toBe(true);
    expect(one.isIn(event)).toBeUndefined();
    await earlier.stop();
    expect(await runner.waitFor(event, 90_000)).toBe(true);
    for (const { name } of [one, two]) expect(await totalOf(name, streamId)).toEqual({ total: 3, events: 2 });
  });
});

async function readUpTo(last: EventPosition): Promise<RecordedEvent[]> {
  const readAll = () => store.readAfter(startPosition, 100_000);
  await eventually(async () => (await readAll()).some((event) => event.globalPosition === last.globalPosition));
  return (await readAll()).filter((event) => comparePositions(event, last) <= 0);
}
