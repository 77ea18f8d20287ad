import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStore } from '../append/event-store.js';
import {
  appendTo,
  createTestDatabase,
  eventually,
  happened,
  newStreamId,
  openStore,
  type TestDatabase,
} from '../fixtures.spec.js';
import { type EventPosition, type RecordedEvent, startPosition } from '../kernel/event.js';
import { inTransaction, type SqlSession } from '../kernel/sql-session.js';
import type { LeaderElection } from './leader-election.js';
import type { Projection, RebuildProgress } from './projection-rebuild.js';
import { ProjectionRunner } from './projection-runner.js';

let database: TestDatabase;
let store: EventStore;
let election: LeaderElection;
let runner: ProjectionRunner<SqlSession>;
let applied: RecordedEvent[] = [];
let beforeApply: (event: RecordedEvent) => Promise<void> = async () => undefined;

const streams = Array.from({ length: 5 }, newStreamId);
const versions = new Map(streams.map((streamId) => [streamId, 0]));

/** A projection that would fail on a repeated event. One transaction writes rows and checkpoint, so none is repeated. */
const history: Projection<SqlSession> = {
  name: 'history',
  tables: ['things', 'thing_steps'],
  async apply(event, session) {
    applied.push(event);
    await beforeApply(event);
    await session.query('insert into things values ($1, 1) on conflict (id) do update set steps = things.steps + 1', [
      event.streamId,
    ]);
    await session.query('insert into thing_steps values ($1, $2, $3)', [
      event.streamId,
      event.streamVersion,
      event.data.number,
    ]);
  },
};

beforeAll(async () => {
  database = await createTestDatabase([
    'create table things (id text primary key, steps int not null)',
    `create table thing_steps (thing_id text not null references things, version int not null, number int not null,
      primary key (thing_id, version))`,
  ]);
  store = openStore(database);
  election = database.openElection();
  runner = besides(store);
  runner.start();
});

afterAll(async () => {
  await runner.stop();
  await database.drop();
});

function besides(itsStore: EventStore): ProjectionRunner<SqlSession> {
  return new ProjectionRunner({
    ...{ store: itsStore, election, projections: [history], batchSize: 10 },
    transaction: (work) => inTransaction(store.pool, work),
    sessionOf: (session) => session,
  });
}

async function writeRound(): Promise<RecordedEvent> {
  const outcomes = await Promise.all(
    streams.map((streamId) => {
      const version = versions.get(streamId)!;
      versions.set(streamId, version + 1);
      return store.append(appendTo(streamId, version, happened(version)));
    }),
  );
  return outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? outcome.events : [])).at(-1)!;
}

/** Waits until readers see all events. Readers wait for open transactions, even those of other databases. */
async function allReadable(): Promise<void> {
  const count = [...versions.values()].reduce((sum, version) => sum + version, 0);
  await eventually(async () => (await store.readAfter(startPosition, count)).length === count);
}

async function rowsOf(): Promise<unknown[]> {
  const { rows } = await store.pool.query(
    'select thing_id, version, number, steps from thing_steps join things on id = thing_id order by 1, 2',
  );
  return rows;
}

/** Returns the rows that the projection should have, one for each appended event. */
async function expectedRows(): Promise<unknown[]> {
  const events = (await Promise.all(streams.toSorted().map((streamId) => store.load(streamId)))).flat();
  return events.map(({ streamId, streamVersion, data }) => ({
    thing_id: streamId,
    version: streamVersion,
    number: data.number,
    steps: versions.get(streamId),
  }));
}

describe('rebuild', () => {
  it('equals the live projection', async () => {
    for (let round = 0; round < 8; round++) await writeRound();
    expect(await runner.waitFor(await writeRound(), 90_000)).toBe(true);
    const live = await rowsOf();
    applied = [];
    await runner.rebuild('history');
    expect(applied).toHaveLength(45);
    expect(await rowsOf()).toEqual(live);
  });

  it('reports how many events each batch has replayed, and up to which position', async () => {
    const progress: RebuildProgress[] = [];
    await runner.rebuild('history', (batch) => progress.push(batch));
    const positions = applied.slice(-45).map(({ globalPosition }) => globalPosition);
    const lastPosition = positions.at(-1);
    expect(progress).toEqual(
      [10, 20, 30, 40, 45].map((events) => ({ events, position: positions[events - 1], lastPosition })),
    );
  });

  it('replaces rows that had gone wrong', async () => {
    await store.pool.query('update thing_steps set number = -1');
    await store.pool.query(`insert into things values ('of nothing', 0)`);
    await runner.rebuild('history');
    expect(await rowsOf()).toEqual(await expectedRows());
    expect((await store.pool.query('select from things')).rowCount).toBe(5);
  });

  it('runs beside traffic: readers keep the live rows, the live runner goes on, nothing is lost or doubled', async () => {
    const before = (await rowsOf()).length;
    const seenBeside: number[] = [];
    let writes = Promise.resolve<unknown>(undefined);
    let replayed = 0;
    beforeApply = async () => {
      if (++replayed % 9 !== 0 || replayed > 100) return;
      seenBeside.push((await rowsOf()).length);
      writes = writes.then(writeRound);
      await writes;
    };
    await runner.rebuild('history');
    beforeApply = async () => undefined;
    await writes;
    expect(await runner.waitFor(await writeRound(), 90_000)).toBe(true);
    expect(seenBeside.length).toBeGreaterThan(3);
    expect(Math.min(...seenBeside)).toBeGreaterThanOrEqual(before);
    expect(await rowsOf()).toEqual(await expectedRows());
  });

  it('takes along what the live runner applied after the replay had come to its end', async () => {
    /** Appends more events when the replay finds no more, and waits until the live rows show them. */
    class LateStore extends EventStore {
      private isLate = false;
      override async readAfter(position: EventPosition, limit: number): Promise<RecordedEvent[]> {
        const events = await super.readAfter(position, limit);
        if (events.length === limit || this.isLate) return events;
        this.isLate = true;
        expect(await runner.waitFor(await writeRound(), 90_000)).toBe(true);
        return events;
      }
    }
    await besides(new LateStore({ pool: store.pool })).rebuild('history');
    expect(await rowsOf()).toEqual(await expectedRows());
  });

  it('lets the live runner go on behind what the replay was ahead of it', async () => {
    await runner.stop();
    await writeRound();
    await allReadable();
    await besides(store).rebuild('history');
    expect(await rowsOf()).toEqual(await expectedRows());
    runner.start();
    expect(await runner.waitFor(await writeRound(), 90_000)).toBe(true);
    expect(await rowsOf()).toEqual(await expectedRows());
  });

  it('runs one at a time', async () => {
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    beforeApply = () => held;
    const first = runner.rebuild('history');
    await expect(runner.rebuild('history')).rejects.toThrow('is being rebuilt already');
    go();
    await first;
    expect(await rowsOf()).toEqual(await expectedRows());
  });

  it('leaves the live rows alone where apply fails, and can be run again', async () => {
    const live = await rowsOf();
    beforeApply = async () => {
      throw new Error('a bug');
    };
    await expect(runner.rebuild('history')).rejects.toThrow('a bug');
    beforeApply = async () => undefined;
    expect(await rowsOf()).toEqual(live);
    await runner.rebuild('history');
    expect(await rowsOf()).toEqual(live);
  });
});
