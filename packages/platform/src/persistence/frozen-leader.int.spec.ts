import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EventStore } from '@candid/event-store';
import { eventually, type NatsFixture, natsFixture, sessionUrlOf } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import pg from 'pg';
import { boundedServiceDatabase, type ServiceDatabase } from '../orm/service-database.fixture.spec.js';

const SERVICE = 'frozen';
const folder = fileURLToPath(new URL('../..', import.meta.url));

/** A worker with a projection and the relay. The projection prints each event and takes long for slow events. */
const script = `
  import { integrationEventOf } from '@candid/event-store';
  import { startWorker } from '@candid/platform';
  import { sessionOf } from '@candid/platform/orm';
  import { PersistenceModule, provideOutboxRelay, provideProjections } from '@candid/platform/persistence';

  const { POOL_URL: databaseUrl, DATABASE_URL: sessionUrl, NATS_URL } = process.env;
  class Notes {
    name = 'notes';
    tables = ['effects'];
    async apply({ data: { note, isSlow } }, em) {
      await sessionOf(em).query('insert into effects (note) values ($1)', [note]);
      console.log('applying ' + note);
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  const publication = (event) => integrationEventOf(event, { type: 'NoteTaken', data: event.data });
  const module = {
    module: class {},
    imports: [PersistenceModule.forRoot({ databaseUrl, sessionUrl, entities: [] })],
    providers: [...provideProjections([Notes]), provideOutboxRelay(publication)],
  };
  await startWorker(module, { name: '${SERVICE}', config: { NATS_URL, OPS_PORT: 0, LOG_LEVEL: 'silent' } });
  console.log('ready');`;

class Child {
  readonly lines: string[] = [];
  readonly process: ChildProcess;

  constructor(env: NodeJS.ProcessEnv) {
    this.process = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      env: { ...process.env, ...env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: this.process.stdout! }).on('line', (line) => this.lines.push(line));
  }

  has(line: string): boolean {
    return this.lines.includes(line);
  }

  async end(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGCONT');
    this.process.kill('SIGTERM');
    await ended;
  }
}

describe('two processes of a service', () => {
  let nats: NatsFixture;
  let database: ServiceDatabase;
  let pool: pg.Pool;
  let store: EventStore;
  let children: Child[] = [];

  beforeAll(async () => {
    nats = await natsFixture();
    database = await boundedServiceDatabase();
    pool = new pg.Pool({ connectionString: database.applicationUrl, max: 2 });
    store = new EventStore({ pool });
  });
  afterEach(async () => {
    await Promise.all(children.map((child) => child.end()));
    children = [];
  });
  afterAll(async () => {
    await pool.end();
    await database.close();
    await nats.stop();
  });

  async function startTwo(): Promise<void> {
    const databaseUrl = database.applicationUrl;
    const urls = { POOL_URL: databaseUrl, DATABASE_URL: sessionUrlOf(databaseUrl), NATS_URL: nats.url };
    children = [0, 1].map(() => new Child(urls));
    await eventually(() => expect(children.every((child) => child.has('ready'))).toBe(true));
  }

  const take = (note: string, isSlow = false) =>
    store.append({
      streams: [
        { streamId: `note-${note}`, expectedVersion: 0, events: [{ type: 'NoteTaken', data: { note, isSlow } }] },
      ],
      metadata: { correlationId: 'request-1' },
    });
  const leaderOf = async (note: string): Promise<Child> => {
    await eventually(() => expect(children.some((child) => child.has(`applying ${note}`))).toBe(true));
    return children.find((child) => child.has(`applying ${note}`))!;
  };
  const published = async (): Promise<string[]> => {
    const notes: string[] = [];
    const manager = await jetstreamManager(nats.connection);
    const { state } = await manager.streams.info(SERVICE.toUpperCase());
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage(SERVICE.toUpperCase(), { seq });
      notes.push(message!.json<{ data: { note: string } }>().data.note);
    }
    return notes;
  };

  it('the other leads when the leader is frozen, even amid a transaction, and nothing is done twice or out of order', async () => {
    await startTwo();
    await take('1');
    await leaderOf('1');
    await eventually(async () => expect(await published()).toEqual(['1']));
    await take('2', true);
    const frozen = await leaderOf('2');
    frozen.process.kill('SIGSTOP');
    await take('3');
    await eventually(async () => expect(await database.notes()).toEqual(['1', '2', '3']));
    await eventually(async () => expect(await published()).toEqual(['1', '2', '3']));

    frozen.process.kill('SIGCONT');
    await take('4');
    await eventually(async () => expect(await published()).toEqual(['1', '2', '3', '4']));
    // The former leader runs on without leading, and leads again when the other process ends.
    await children.find((child) => child !== frozen)!.end();
    await take('5');
    await eventually(async () => expect(await published()).toEqual(['1', '2', '3', '4', '5']));
    // The relay and the projection are elected apart, so either may be first.
    await eventually(async () => expect(await database.notes()).toEqual(['1', '2', '3', '4', '5']));
  });
});
