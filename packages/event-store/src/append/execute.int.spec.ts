import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { counterDecider } from '../counter.spec.js';
import { createTestDatabase, eventually, metadata, openStore, type TestDatabase } from '../fixtures.spec.js';
import { DomainError, VersionConflictError } from '../kernel/errors.js';
import { inTransaction, type SqlSession } from '../kernel/sql-session.js';
import type { EventStore } from './event-store.js';
import { type CommandContext, Commands, type Executed } from './execute.js';
import type { Aggregate, UnitOfWork } from './unit-of-work.js';

const counters = { ...counterDecider, streamOf: (id: string) => `counter-${id}` } satisfies Aggregate<any, any, any>;

let database: TestDatabase;
let store: EventStore;
let commands: Commands;
let others: Commands;

beforeAll(async () => {
  database = await createTestDatabase(['create table note (id text primary key)']);
  store = openStore(database);
  commands = new Commands(store);
  others = new Commands(openStore(database));
});

afterAll(() => database.drop());

const keyed = (key: string = randomUUID(), fingerprint = 'raise'): CommandContext => ({
  metadata,
  idempotency: { key, fingerprint },
});

const raise = (id: string) => async (unit: UnitOfWork) => {
  const [event] = (await unit.load(counters, id)).decide({ type: 'raise', by: 1 });
  return { eventId: event?.eventId };
};

const note = (id: string) => async (session: SqlSession) => {
  await session.query('insert into note (id) values ($1)', [id]);
};

const notes = (id: string) => store.pool.query('select from note where id = $1', [id]).then(({ rowCount }) => rowCount);

const opened = async (limit = 5) => {
  const id = randomUUID();
  await commands.execute({ metadata }, {}, async (unit) => {
    (await unit.load(counters, id)).decide({ type: 'open', limit });
  });
  return id;
};

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: DomainError) => error.code,
  );

describe('a command', () => {
  it('appends what was decided on all streams that it loaded, and answers with their event ids', async () => {
    const [one, other] = [await opened(), await opened()];
    const { answer, events } = await commands.execute({ metadata }, {}, async (unit) => {
      const first = await raise(other)(unit);
      return [first, await raise(one)(unit)];
    });
    expect(events.map(({ streamId }) => streamId)).toEqual([`counter-${other}`, `counter-${one}`]);
    expect(answer).toEqual(events.map(({ eventId }) => ({ eventId })));
  });

  it('decides on what it decided before', async () => {
    const id = await opened(2);
    await commands.execute({ metadata }, {}, async (unit) => {
      await raise(id)(unit);
      await raise(id)(unit);
      expect((await unit.load(counters, id)).state).toMatchObject({ count: 2 });
      expect(await refusal(raise(id)(unit))).toBe('LIMIT_REACHED');
    });
    expect(await store.load(`counter-${id}`)).toHaveLength(3);
  });

  it('appends nothing and stores nothing when nothing was decided', async () => {
    const id = await opened();
    const { events, isRepeat } = await commands.execute({ metadata }, {}, async (unit) => {
      (await unit.load(counters, id)).decide({ type: 'raise', by: 0 });
    });
    expect([events, isRepeat]).toEqual([[], false]);
  });

  it('decides on old events in their newest version', async () => {
    const id = randomUUID();
    const events = [{ type: 'CounterOpened', data: { max: 7 } }];
    await store.append({ streams: [{ streamId: `counter-${id}`, expectedVersion: 0, events }], metadata });
    const upcasters = { CounterOpened: { 1: ({ max }: { max: number }) => ({ limit: max }) } };
    expect((await commands.load({ ...counters, upcasters }, id)).state).toMatchObject({ limit: 7 });
  });

  it('runs one after another with others of a common key', async () => {
    const running: string[] = [];
    const run = (name: string, serialBy: string[]) =>
      commands.execute({ metadata }, { serialBy }, async () => {
        running.push(name);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running.push(name);
      });
    await Promise.all([run('a', ['x', 'y']), run('b', ['y', 'z']), run('c', ['z', 'x'])]);
    const [first, , second, , third] = running;
    expect(running).toEqual([first, first, second, second, third, third]);
  });
});

describe('a command that conflicts with another process', () => {
  it('decides again on what the other one appended', async () => {
    const id = await opened(2);
    let tries = 0;
    await commands.execute({ metadata }, {}, async (unit) => {
      const counter = await unit.load(counters, id);
      tries += 1;
      if (tries === 1) await others.execute({ metadata }, {}, raise(id));
      counter.decide({ type: 'raise', by: 1 });
    });
    expect(tries).toBe(2);
    expect(await store.load(`counter-${id}`)).toHaveLength(3);
  });

  it('is refused with CONFLICT after three retries', async () => {
    const id = await opened(100);
    let tries = 0;
    const losing = commands.execute({ metadata }, {}, async (unit) => {
      const counter = await unit.load(counters, id);
      await others.execute({ metadata }, {}, raise(id));
      tries += 1;
      counter.decide({ type: 'raise', by: 1 });
    });
    expect([await refusal(losing), tries]).toEqual(['CONFLICT', 4]);
  });

  it('passes no limit that both are close to', async () => {
    const id = await opened(5);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? commands : others).execute({ metadata }, {}, raise(id))),
    );
    const raised = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(raised).toBeLessThanOrEqual(5);
    expect(await store.load(`counter-${id}`)).toHaveLength(1 + raised);
  });
});

describe('a repeated request', () => {
  it('of twenty at the same time is executed once and answered alike', async () => {
    const id = await opened(1);
    const context = keyed();
    const executed = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? commands : others).execute(context, {}, raise(id))),
    );
    expect(executed.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(new Set(executed.map(({ answer }) => answer.eventId)).size).toBe(1);
    expect(await store.load(`counter-${id}`)).toHaveLength(2);
  });

  it('gets the first answer where its own first try made it refusable', async () => {
    const id = await opened(1);
    const context = keyed();
    const first = await commands.execute(context, {}, raise(id));
    for (const again of [
      await commands.execute(context, {}, raise(id)),
      await commands.executeInTransaction(context, {}, raise(id)),
    ]) {
      expect(again).toEqual({ answer: first.answer, events: [], isRepeat: true });
    }
  });

  it('of a command that changed nothing gets the first answer', async () => {
    const id = await opened();
    const context = keyed();
    const look = async (unit: UnitOfWork) => (await unit.load(counters, id)).state;
    const { answer } = await commands.execute(context, {}, look);
    await commands.execute({ metadata }, {}, raise(id));
    expect(await commands.execute(context, {}, look)).toEqual({ answer, events: [], isRepeat: true });
  });

  it('of a refused command is decided anew', async () => {
    const id = randomUUID();
    const context = keyed();
    expect(await refusal(commands.execute(context, {}, raise(id)))).toBe('NOT_OPEN');
    await commands.execute({ metadata }, {}, async (unit) => {
      (await unit.load(counters, id)).decide({ type: 'open', limit: 1 });
    });
    expect((await commands.execute(context, {}, raise(id))).isRepeat).toBe(false);
  });

  it('in another process at the same time gets the first answer, whatever the first one has changed', async () => {
    const ways: ((by: Commands, context: CommandContext, id: string) => Promise<Executed<unknown>>)[] = [
      (by, context, id) => by.execute(context, {}, raise(id)),
      (by, context, id) =>
        by.execute(context, {}, async (unit) => {
          unit.writeWithEvents(note(id));
          return raise(id)(unit);
        }),
      (by, context, id) =>
        by.executeInTransaction(context, {}, async (unit) => {
          const answer = await raise(id)(unit);
          await note(id)(unit.session);
          return answer;
        }),
      (by, context, id) =>
        by.executeInTransaction(context, {}, async (unit) => {
          await note(id)(unit.session);
          return raise(id)(unit);
        }),
    ];
    for (const way of ways) {
      for (let round = 0; round < 10; round += 1) {
        const id = await opened(1);
        const context = keyed();
        const both = await Promise.all([way(commands, context, id), way(others, context, id)]);
        expect(both.map(({ isRepeat }) => isRepeat).sort()).toEqual([false, true]);
        expect(both[0]!.answer).toEqual(both[1]!.answer);
        expect(await store.load(`counter-${id}`)).toHaveLength(2);
      }
    }
  });

  it('with another body is refused', async () => {
    const id = await opened();
    const context = keyed();
    await commands.execute(context, {}, raise(id));
    const other = keyed(context.idempotency!.key, 'other');
    const refusals = [
      refusal(commands.execute(other, {}, raise(id))),
      refusal(commands.executeInTransaction(other, {}, raise(id))),
      refusal(commands.firstAnswer(other)),
    ];
    expect(await Promise.all(refusals)).toEqual(Array(3).fill('IDEMPOTENCY_KEY_REUSED'));
  });
});

describe('a command that asks others before it appends', () => {
  const asked: string[] = [];
  const ask = (id: string) => async (unit: UnitOfWork) => {
    asked.push(id);
    return raise(id)(unit);
  };

  it('asks nothing for a repeat that looks for its first answer first', async () => {
    const id = await opened();
    const context = keyed();
    const executed = await Promise.all(
      Array.from({ length: 5 }, () => commands.execute(context, { serialBy: id, replaysFirst: true }, ask(id))),
    );
    expect(executed.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(asked.filter((one) => one === id)).toHaveLength(1);
  });
});

describe('the guard of a command', () => {
  it('keeps what it locked until the events are committed, before which it is asked', async () => {
    const id = await opened();
    await store.pool.query('insert into note (id) values ($1)', [id]);
    const steps: string[] = [];
    let removal: Promise<unknown> | undefined;
    await commands.execute({ metadata }, {}, async (unit) => {
      unit.guardAppend(async (session) => {
        expect(await store.load(`counter-${id}`)).toHaveLength(1);
        await session.query('select from note where id = $1 for share', [id]);
        removal = store.pool.query('delete from note where id = $1', [id]).then(() => steps.push('removed'));
      });
      unit.writeWithEvents(async () => {
        steps.push('written');
      });
      return raise(id)(unit);
    });
    await removal;
    expect(steps).toEqual(['written', 'removed']);
  });

  it('refuses the command, except for what its first try has done', async () => {
    const id = await opened();
    const context = keyed();
    const guarded = (isAllowed: boolean) => async (unit: UnitOfWork) => {
      unit.guardAppend(async () => {
        if (!isAllowed) throw new DomainError('GUARDED', 'not now');
      });
      return raise(id)(unit);
    };
    expect(await refusal(commands.execute(keyed(), {}, guarded(false)))).toBe('GUARDED');
    expect(await store.load(`counter-${id}`)).toHaveLength(1);
    const first = await commands.execute(context, {}, guarded(true));
    const again = await commands.execute(context, {}, guarded(false));
    expect(again).toEqual({ answer: first.answer, events: [], isRepeat: true });
  });
});

describe('rows of a command', () => {
  it('are written with the events, once, and wake the readers', async () => {
    const id = await opened();
    const context = keyed();
    let wakes = 0;
    const stop = store.onCommitted(() => (wakes += 1));
    for (let time = 0; time < 2; time += 1) {
      await commands.execute(context, {}, async (unit) => {
        unit.writeWithEvents(note(id));
        return raise(id)(unit);
      });
    }
    stop();
    expect([await notes(id), wakes]).toEqual([1, 1]);
  });

  it('of a repeat in a transaction are rolled back', async () => {
    const id = await opened();
    const context = keyed();
    const executed = await Promise.all(
      [commands, others].map((by) =>
        by.executeInTransaction(context, {}, async (unit) => {
          await unit.session.query('insert into note (id) values ($1)', [randomUUID() + id]);
          return raise(id)(unit);
        }),
      ),
    );
    expect(executed.filter(({ isRepeat }) => isRepeat)).toHaveLength(1);
    const { rowCount } = await store.pool.query('select from note where id like $1', [`%${id}`]);
    expect(rowCount).toBe(1);
  });

  it('undo the events when they cannot be written', async () => {
    const id = await opened();
    const failing = commands.execute({ metadata }, {}, async (unit) => {
      await raise(id)(unit);
      unit.writeWithEvents(note(id));
      unit.writeWithEvents(note(id));
    });
    await expect(failing).rejects.toThrow('duplicate key');
    expect(await store.load(`counter-${id}`)).toHaveLength(1);
    expect(await notes(id)).toBe(0);
  });
});

describe('a command in one transaction', () => {
  it('keeps what it locked until its events are committed', async () => {
    const id = await opened();
    await store.pool.query('insert into note (id) values ($1)', [id]);
    const seen: number[] = [];
    const run = (by: Commands) =>
      by.executeInTransaction({ metadata }, {}, async (unit) => {
        await unit.session.query('select from note where id = $1 for update', [id]);
        const counter = await unit.load(counters, id);
        seen.push(counter.history.length);
        counter.decide({ type: 'raise', by: 1 });
      });
    await Promise.all([run(commands), run(others)]);
    expect(seen).toEqual([1, 2]);
  });

  it('inside the transaction of a caller leaves a conflict to the caller', async () => {
    const id = await opened();
    const losing = inTransaction(store.pool, (session) =>
      commands.executeWithin(session, { metadata }, async (unit) => {
        const counter = await unit.load(counters, id);
        await others.execute({ metadata }, {}, raise(id));
        counter.decide({ type: 'raise', by: 1 });
      }),
    );
    await expect(losing).rejects.toThrow(VersionConflictError);
  });

  it('inside the transaction of a caller is undone with it', async () => {
    const id = await opened();
    const undone = inTransaction(store.pool, async (session) => {
      expect((await commands.executeWithin(session, { metadata }, raise(id))).events).toHaveLength(1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await store.load(`counter-${id}`)).toHaveLength(1);
  });
});

it('a stream can be loaded without a command', async () => {
  const id = await opened(3);
  await commands.execute({ metadata }, {}, raise(id));
  await eventually(async () => (await store.load(`counter-${id}`)).length === 2);
  expect((await commands.load(counters, id)).state).toEqual({ status: 'open', limit: 3, count: 1 });
});
