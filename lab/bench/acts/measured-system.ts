import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SYSTEM_ENV, serverTools, startNatsServer, type TestServer, UNDISTURBED_ENV } from '@candid/testing';
import pg from 'pg';
import { StartedSystem, startTools } from '../start/started-system.js';
import { growth, isQuiet, StatementCounter, sumOf, type Totals } from './totals.js';

/** Work that follows later than this after other work counts for the next act. */
const quietSeconds = 4;
const lookEveryMs = 500;
/** On a busy machine, the work after a start or an act takes minutes. */
const quietTimeoutMs = 10 * 60_000;

/** Parts that have no work in production: a stand-in for the mail server, which the acts ask for codes. */
const notMeasured = ['mail', 'load generator'];

/**
 * A version of the system with servers of its own. Each service, worker and server is a process. Pictures are files:
 * the process that writes them also does the work of the object storage.
 */
export class MeasuredSystem {
  private readonly counter = new StatementCounter();
  private readBytes = 0;

  private constructor(
    readonly home: string,
    readonly dataDirectory: string,
    private readonly system: StartedSystem,
    private readonly nats: TestServer,
    private readonly natsMonitor: string,
    private readonly secondsByPart: Awaited<ReturnType<typeof startTools>>['secondsByPart'],
  ) {}

  static async start(home: string, data: string): Promise<MeasuredSystem> {
    const { freePorts } = await serverTools();
    const [port] = await freePorts(1);
    const nats = await startNatsServer({ args: ['--http_port', String(port)] });
    try {
      // Earlier versions have no single process, and do not know the option.
      const processes = existsSync(join(home, 'tools', 'one-process.mjs')) ? ['--processes'] : [];
      const env = { ...UNDISTURBED_ENV, IDLE_PACE: SYSTEM_ENV.IDLE_PACE, NATS_URL: nats.url };
      const system = await StartedSystem.start(home, data, ['--no-demo', ...processes], env);
      const { secondsByPart } = await startTools();
      return new MeasuredSystem(home, data, system, nats, `http://127.0.0.1:${port}`, secondsByPart);
    } catch (error) {
      await nats.stop();
      throw error;
    }
  }

  get baseUrl(): string {
    return this.system.run().appUrl.replace(/\/$/, '');
  }

  get mailUrl(): string {
    return this.system.run().mailUrl.replace(/\/$/, '');
  }

  /** Processor seconds of each part, with its child processes. */
  async cpuSeconds(): Promise<Totals> {
    const parts = [...this.system.run().parts, { name: 'nats', pid: this.nats.pid() }];
    const seconds = await this.secondsByPart({ parts: () => parts });
    return Object.fromEntries([...seconds].filter(([name]) => !notMeasured.includes(name)));
  }

  /** Statements and transactions count only while `logStatements` is on. Messages and bytes count in both directions. */
  async counts(): Promise<Totals> {
    const varz = (await (await fetch(`${this.natsMonitor}/varz`)).json()) as Record<string, number>;
    this.readLog();
    return {
      'SQL statements': this.counter.statements,
      'SQL transactions': this.counter.transactions,
      'NATS messages': varz['in_msgs']! + varz['out_msgs']!,
      'NATS kB': (varz['in_bytes']! + varz['out_bytes']!) / 1_000,
    };
  }

  private readLog(): void {
    const log = readFileSync(join(this.dataDirectory, 'logs', 'postgres.log')).subarray(this.readBytes);
    const whole = log.subarray(0, log.lastIndexOf('\n') + 1);
    this.counter.read(whole.toString());
    this.readBytes += whole.length;
  }

  async logStatements(isOn: boolean): Promise<void> {
    const { postgresPassword } = JSON.parse(readFileSync(join(this.dataDirectory, 'secrets.json'), 'utf8'));
    const { address } = this.system.run().parts.find(({ name }) => name === 'postgres')!;
    const { hostname, port } = new URL(address!);
    const options = { host: hostname, port: Number(port), user: 'postgres', password: postgresPassword };
    const client = new pg.Client({ ...options, database: 'postgres' });
    await client.connect();
    await client.query(`alter system set log_statement = '${isOn ? 'all' : 'none'}'`);
    await client.query('select pg_reload_conf()');
    await client.end();
  }

  /** Measures what the idle system uses per second. */
  async atRest(totals: () => Promise<Totals>, forMs: number): Promise<Totals> {
    const [before, startedAt] = [await totals(), performance.now()];
    await delay(forMs);
    return growth({ before, after: await totals(), seconds: (performance.now() - startedAt) / 1_000 });
  }

  /** Waits until the system has followed up everything. `rest`: processor seconds per second of the idle system. */
  async untilQuiet(rest: number): Promise<void> {
    const looks: { at: number; spent: number }[] = [];
    for (const deadline = performance.now() + quietTimeoutMs; performance.now() < deadline; await delay(lookEveryMs)) {
      const now = { at: performance.now() / 1_000, spent: sumOf(await this.cpuSeconds()) };
      const earlier = looks.findLast(({ at }) => at <= now.at - quietSeconds);
      if (earlier && isQuiet(now.spent - earlier.spent, now.at - earlier.at, rest)) return;
      looks.push(now);
    }
    throw new Error(`the system of ${this.home} was not quiet in time`);
  }

  async stop(): Promise<void> {
    await this.system.stop();
    await this.nats.stop();
  }
}
