import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addWorkItem, type Cause, onWorkAdded, surroundings, surroundWith, type WorkItem } from '@candid/event-store';
import { eventually, sessionUrlOf, startRedisServer, type TestServer } from '@candid/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createLogger } from '../logging/logger.js';
import { Database } from '../orm/database.js';
import { ormOptions } from '../orm/orm-options.js';
import { type ServiceDatabase, serviceDatabase } from '../orm/service-database.fixture.spec.js';
import { runAsConsequence } from '../rpc/request-context.js';
import { processSurroundings } from '../tracing/tracing.js';
import { createProcessor, type ProcessorOptions, type RunningProcessor } from './create-processor.js';
import { jobIdOf, NotYetError, type Processor, type ProcessorLimits } from './processor.js';
import { WorkDispatcher, type WorkDispatcherOptions } from './work-dispatcher.js';

const logger = createLogger('test', { level: 'silent' });
const limits: Partial<ProcessorLimits> = {
  maxAttempts: 3,
  backoffMs: [10, 20],
  leastWaitMs: 10,
  mostWaitMs: 20,
  lockMs: 1_000,
  stallCheckMs: 500,
};

/** A second process that takes a job. Only SIGKILL surely prevents the process from renewing the job's lock. */
async function workerThatTakesAndHolds(redisUrl: string) {
  const { hostname, port } = new URL(redisUrl);
  const script = `
    import { Worker } from 'bullmq';
    const hold = () => { console.log('took'); return new Promise(() => setInterval(() => {}, 1000)); };
    const connection = { host: '${hostname}', port: ${port}, maxRetriesPerRequest: null };
    await new Worker('mails', hold, { connection, lockDuration: 1000, stalledInterval: 500 }).waitUntilReady();
    console.log('listening');`;
  const child = spawn(globalThis.process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...globalThis.process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const printed = (wanted: string) =>
    new Promise<void>((resolve) => lines.on('line', (line) => line === wanted && resolve()));
  const tookAJob = printed('took');
  await printed('listening');
  return { child, tookAJob };
}

describe('jobs', () => {
  let redis: TestServer;
  let database: ServiceDatabase;
  let running: { stop(): Promise<void> }[];
  let failing: Map<string, Error>;
  let stumbling: Set<string>;

  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.stop());
  beforeEach(async () => {
    database = await serviceDatabase();
    running = [];
    failing = new Map();
    stumbling = new Set();
  });
  afterEach(async () => {
    await Promise.all(running.map((part) => part.stop()));
    await database.close();
  });

  const mails: Processor = {
    queue: 'mails',
    async handle(item: WorkItem, { session }) {
      await session.query('insert into effects (note) values ($1)', [item.payload.note]);
      const failure = failing.get(item.payload.note);
      if (failure) throw failure;
      if (stumbling.delete(item.payload.note)) throw new Error('stumbles once');
    },
  };

  function process(options: Partial<ProcessorOptions> = {}): RunningProcessor {
    const started = createProcessor({
      processor: mails,
      redisUrl: redis.url,
      database: database.own,
      logger,
      limits,
      ...options,
    });
    running.push(started);
    return started;
  }

  function dispatch(options: Partial<WorkDispatcherOptions> = {}): WorkDispatcher {
    const dispatcher = new WorkDispatcher({
      queues: ['mails'],
      redisUrl: redis.url,
      session: database.own,
      logger,
      pollMs: 50,
      enqueueTimeoutMs: 300,
      ...options,
    });
    dispatcher.start();
    running.push(dispatcher);
    return dispatcher;
  }

  const add = (note: string, availableAt?: Date) =>
    database.own.transaction(async ({ session }) => {
      const item = { id: `mail:${note}`, queue: 'mails', payload: { note } };
      await addWorkItem(session, availableAt ? { ...item, availableAt } : item);
    });
  const item = async (note: string) => (await database.select(`select * from work_items where id = 'mail:${note}'`))[0];
  const queued = async (note: string) => {
    const client = new Redis(redis.url);
    const key = `bull:mails:${jobIdOf('mails', `mail:${note}`)}`;
    await eventually(async () => expect(await client.exists(key)).toBe(1)).finally(() => client.disconnect());
  };
  const done = (note: string) => eventually(async () => expect((await item(note)).completed_at).not.toBeNull());

  it('works off an item once, on the wake-up of its commit', async () => {
    process();
    const dispatcher = dispatch({ pollMs: 60_000 });
    await add('one');
    dispatcher.wake();
    await done('one');
    dispatcher.wake();
    dispatcher.wake();
    await add('two');
    dispatcher.wake();
    await done('two');
    expect(await database.notes()).toEqual(['one', 'two']);
  });

  it('works off an item at once by a worker that is 2 s behind the database, and one that is 60 s ahead', async () => {
    for (const [note, skewMs] of [
      ['behind', -2_000],
      ['ahead', 60_000],
    ] as const) {
      const realNow = Date.now;
      const skewed = jest.spyOn(Date, 'now').mockImplementation(() => realNow() + skewMs);
      try {
        process();
        const dispatcher = dispatch({ pollMs: 60_000 });
        await add(note);
        dispatcher.wake();
        await done(note);
        await add('later', new Date(realNow() + 30_000));
        dispatcher.wake();
        expect((await item('later')).completed_at).toBeNull();
      } finally {
        skewed.mockRestore();
      }
    }
  });

  it('works off items once with two workers and two dispatchers', async () => {
    for (let worker = 0; worker < 2; worker += 1) {
      process();
      dispatch();
    }
    const notes = Array.from({ length: 60 }, (_, index) => `note ${index}`);
    await Promise.all(notes.map((note) => add(note)));
    await eventually(async () => {
      const open = await database.select('select 1 from work_items where completed_at is null');
      expect(open).toHaveLength(0);
    });
    expect((await database.notes()).sort()).toEqual(notes.sort());
  });

  it('runs as what its row comes of, although Redis has forgotten its job', async () => {
    surroundWith(processSurroundings);
    const causes: Cause[] = [];
    const listening: Processor = {
      queue: 'mails',
      async handle(item, transaction) {
        causes.push(surroundings().cause());
        await mails.handle(item, transaction);
      },
    };
    const cause = { correlationId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const dispatcher = dispatch();
    await runAsConsequence(cause, () => add('traced'));
    await queued('traced');
    await dispatcher.stop();
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
    dispatch();
    process({ processor: listening });
    await done('traced');
    expect(causes).toEqual([cause]);
  });

  it('leaves an item alone until its time has come', async () => {
    process();
    dispatch();
    await add('later', new Date(Date.now() + 3_000));
    await add('now');
    await done('now');
    expect(await database.notes()).toEqual(['now']);
    await done('later');
  });

  it('finds an item when its time has come, although it rests and nothing announces it again', async () => {
    process();
    const dispatcher = dispatch({ idlePollMs: 600_000 });
    await add('later', new Date(Date.now() + 2_000));
    dispatcher.wake();
    await done('later');
  });

  it('repeats a failed attempt by a dispatcher that rests', async () => {
    stumbling.add('stumbles');
    process();
    const dispatcher = dispatch({ idlePollMs: 600_000 });
    const stopListening = onWorkAdded((queues) => dispatcher.wake(queues));
    try {
      await add('stumbles');
      await done('stumbles');
    } finally {
      stopListening();
    }
    expect(await item('stumbles')).toMatchObject({ attempts: 1 });
  });

  it('keeps the lock of a job that outlasts it', async () => {
    const client = new Redis(redis.url);
    let renewals = 0;
    const slow: Processor = {
      queue: 'mails',
      async handle() {
        const lock = `bull:mails:${jobIdOf('mails', 'mail:slow')}:lock`;
        for (let left = await client.pttl(lock); renewals < 3 && left > 0; ) {
          await delay(20);
          const now = await client.pttl(lock);
          if (now > left) renewals += 1;
          left = now;
        }
      },
    };
    // The renewals come every 2 seconds, and a busy machine may delay each of them by 4.
    process({ processor: slow, limits: { ...limits, lockMs: 6_000 } });
    dispatch();
    await add('slow');
    await done('slow');
    client.disconnect();
    expect(renewals).toBe(3);
  });

  it('undoes a failed attempt and repeats it', async () => {
    stumbling.add('stumbles');
    process();
    dispatch();
    await add('stumbles');
    await done('stumbles');
    expect(await item('stumbles')).toMatchObject({ attempts: 1 });
    expect(await database.notes()).toEqual(['stumbles']);
  });

  it('gives an item up after its last attempt, and says why without addresses', async () => {
    failing.set('poison', new Error('mailbox anna@example.org is gone'));
    process();
    dispatch();
    await add('poison');
    await eventually(async () => expect((await item('poison')).failed_at).not.toBeNull());
    expect(await item('poison')).toMatchObject({ attempts: 3, last_error: 'Error: mailbox [address] is gone' });
    expect(await database.notes()).toEqual([]);
  });

  it('uses no attempt up for good while another part is away', async () => {
    failing.set('patient', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    process({ limits: { ...limits, maxAttempts: 1 } });
    dispatch();
    await add('patient');
    await eventually(async () => expect((await item('patient')).attempts).toBe(1));
    expect((await item('patient')).failed_at).toBeNull();
    failing.clear();
    await done('patient');
  });

  it('waits without end for what is not there yet, and still has all its attempts', async () => {
    let answers = 0;
    const waiting: Processor = {
      queue: 'mails',
      async handle(item, transaction) {
        answers += 1;
        if (answers <= 12) throw new NotYetError('the other event is under way');
        if (answers <= 14) throw new Error('stumbles');
        await mails.handle(item, transaction);
      },
    };
    process({ processor: waiting });
    dispatch();
    await add('awaited');
    await done('awaited');
    expect(answers).toBe(15);
    expect(await item('awaited')).toMatchObject({ attempts: 2, failed_at: null });
    expect(await database.notes()).toEqual(['awaited']);
  });

  it('keeps an item open that is told not yet, and stores the cause', async () => {
    failing.set('open', new NotYetError('waits', { cause: new Error('the account of anna@example.org is empty') }));
    process({ limits: { ...limits, maxAttempts: 1 } });
    dispatch();
    await add('open');
    await eventually(async () => expect((await item('open')).last_error).not.toBeNull());
    expect(await item('open')).toMatchObject({
      ...{ attempts: 0, failed_at: null, completed_at: null },
      last_error: 'Error: the account of [address] is empty',
    });
    failing.clear();
    await done('open');
  });

  it('does not try an item again before the time that it is told', async () => {
    const until = new Date(Date.now() + 3_600_000);
    failing.set('tomorrow', new NotYetError('the day is over', { until }));
    process();
    dispatch();
    await add('tomorrow');
    await eventually(async () => expect(new Date((await item('tomorrow')).available_at)).toEqual(until));
    expect(await item('tomorrow')).toMatchObject({ attempts: 0, failed_at: null, completed_at: null });
  });

  it('finishes the job of a worker that was killed, and does it once', async () => {
    const killed = await workerThatTakesAndHolds(redis.url);
    dispatch();
    await add('orphan');
    await killed.tookAJob;
    killed.child.kill('SIGKILL');
    process();
    await done('orphan');
    expect(await database.notes()).toEqual(['orphan']);
  });

  it('queues again what Redis forgot', async () => {
    dispatch();
    await add('forgotten');
    await queued('forgotten');
    await redis.kill();
    await redis.restart({ wiped: true });
    process();
    await done('forgotten');
    expect(await database.notes()).toEqual(['forgotten']);
  });

  it('queues again at its next look what a flush of Redis took', async () => {
    dispatch();
    await add('flushed');
    await queued('flushed');
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
    process();
    await done('flushed');
  });

  it('queues again at its next look what failed without a trace, because the database was away', async () => {
    const url = sessionUrlOf(database.applicationUrl);
    const name = new URL(url).pathname.slice(1);
    const admin = new pg.Pool({ connectionString: globalThis.process.env['TEST_POSTGRES_URL'], max: 1 });
    const admit = (isOpen: boolean) => admin.query(`alter database ${name} with allow_connections ${isOpen}`);
    const orm = new MikroORM(ormOptions({ url, entities: [] }));
    const own = new Database(orm);
    const isLost = Promise.withResolvers<void>();
    const telling = Object.create(logger, { error: { value: () => isLost.resolve() } }) as typeof logger;
    let attempts = 0;
    const losing: Processor = {
      queue: 'mails',
      async handle(work, transaction) {
        attempts += 1;
        if (attempts === 1) {
          await admit(false);
          await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
        }
        await mails.handle(work, transaction);
      },
    };
    try {
      await add('traceless');
      dispatch({ session: own });
      process({ processor: losing, database: own, logger: telling });
      await isLost.promise;
      await admit(true);
      await done('traceless');
    } finally {
      await admit(true);
      await Promise.all(running.splice(0).map((part) => part.stop()));
      await orm.close(true);
      await admin.end();
    }
  });

  const refusing = { leave: () => redis.kill(), comeBack: () => redis.restart() };
  const signal = (name: NodeJS.Signals) => async () => void globalThis.process.kill(redis.pid(), name);
  const hanging = { leave: signal('SIGSTOP'), comeBack: signal('SIGCONT') };

  describe.each([
    ['refuses', refusing],
    ['hangs', hanging],
  ])('while a Redis %s', (_, { leave, comeBack }) => {
    async function without(work: () => Promise<void>): Promise<void> {
      await leave();
      await work().finally(comeBack);
    }

    it('works off what is due, each item once by two processes', async () => {
      const processors = [process(), process()];
      const dispatchers = processors.map((processor) => dispatch({ processors: () => [processor] }));
      await add('before');
      await done('before');
      const notes = Array.from({ length: 20 }, (_item, index) => `note ${index}`);
      await without(async () => {
        await Promise.all(notes.map((note) => add(note)));
        for (const dispatcher of dispatchers) dispatcher.wake();
        await eventually(async () => {
          const open = await database.select('select 1 from work_items where completed_at is null');
          expect(open).toHaveLength(0);
        });
      });
      await add('after');
      await done('after');
      expect((await database.notes()).sort()).toEqual(['after', 'before', ...notes].sort());
    });

    it('tries what fails again, and gives it up after its last attempt', async () => {
      failing.set('poison', new Error('gone'));
      const processor = process();
      await without(async () => {
        dispatch({ processors: () => [processor] });
        await add('poison');
        await eventually(async () => expect((await item('poison')).failed_at).not.toBeNull());
      });
      expect(await item('poison')).toMatchObject({ attempts: 3 });
    });
  });

  it('neither hangs nor loses work while Redis is away', async () => {
    process();
    const dispatcher = dispatch();
    await redis.kill();
    await add('patient');
    dispatcher.wake();
    const startedAt = performance.now();
    await dispatcher.stop();
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    await redis.restart();
    dispatch();
    await done('patient');
    expect(await database.notes()).toEqual(['patient']);
  });

  it('goes on by itself when a Redis that hung answers again', async () => {
    process();
    const dispatcher = dispatch();
    await add('before');
    await done('before');
    globalThis.process.kill(redis.pid(), 'SIGSTOP');
    await add('meanwhile');
    dispatcher.wake();
    // The timeout shows that the dispatcher has asked the frozen Redis.
    await expect(dispatcher.countJobs()).rejects.toThrow();
    globalThis.process.kill(redis.pid(), 'SIGCONT');
    await add('after');
    await done('meanwhile');
    await done('after');
    expect((await database.notes()).sort()).toEqual(['after', 'before', 'meanwhile']);
  });

  it('names jobs with a prefix and without a colon', () => {
    expect(jobIdOf('mails', 'mail:7')).toBe('mails-mail_7');
  });
});
